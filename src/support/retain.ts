/** Removes the items that do not pass from a list, in place. */
export function retain<Item>(list: Item[], passes: (item: Item, position: number) => boolean): void {
  let length = 0;
  for (const [position, item] of list.entries()) if (passes(item, position)) list[length++] = item;
  list.length = length;
}
