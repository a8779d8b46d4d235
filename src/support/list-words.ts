const AND = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** "digits, decimals and bits" */
export function listWords(words: Iterable<string>): string {
  return AND.format(words);
}
