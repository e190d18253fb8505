/**
 * The name of an encoding with two or four bytes a character, by the first bytes of a text: its byte order mark, or
 * ASCII with zeros. Undefined for other bytes.
 */
export function wideEncoding(head: Uint8Array): 'UTF-16' | 'UTF-32' | undefined {
  const [first = 1, second = 1, third = 1, fourth = 1] = head;
  const rest = [second, third, fourth].join();
  const isVisible = (byte: number) => byte > 0x20 && byte < 0x7f;
  if (first === 0xff && rest === '254,0,0') return 'UTF-32';
  if (first === 0 && (rest === '0,254,255' || (rest.startsWith('0,0,') && isVisible(fourth)))) return 'UTF-32';
  if (isVisible(first) && rest === '0,0,0') return 'UTF-32';
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return hasMark || first === 0 || second === 0 ? 'UTF-16' : undefined;
}
