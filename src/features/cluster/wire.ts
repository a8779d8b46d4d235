/** Encodes values as JSON without loss, including bytes, maps and infinities, after a checksum. */
import { createHash } from 'node:crypto';

export function encode(value: unknown): string {
  const body = JSON.stringify(written(value));
  return `${checksum(body)}\n${body}\n`;
}

/** Null if the text is incomplete. */
export function decode(text: string): unknown {
  const end = text.indexOf('\n');
  const body = text.slice(end + 1, -1);
  if (end < 0 || !text.endsWith('\n') || checksum(body) !== text.slice(0, end)) return null;
  return JSON.parse(body, (_, value: unknown) => read(value));
}

function checksum(body: string): string {
  return createHash('sha256').update(body).digest('hex');
}

function written(value: unknown): unknown {
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') };
  if (value instanceof Map) return { $map: [...value].map(([key, one]) => [written(key), written(one)]) };
  if (typeof value === 'number' && !Number.isFinite(value)) return { $number: String(value) };
  if (Array.isArray(value)) return value.map(written);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, written(one)]));
}

function read(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('$bytes' in value) return Buffer.from(String(value.$bytes), 'base64');
  if ('$map' in value) return new Map(value.$map as [unknown, unknown][]);
  if ('$number' in value) return Number(value.$number);
  return value;
}
