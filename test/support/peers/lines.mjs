/** A numbered line of some hundred bytes: shorter ones would make recordings of as many bytes dear. */
export const numbered = (number) =>
  `{"jsonrpc":"2.0","method":"_line","params":{"number":${number},"filler":"${`${number} `.repeat(60)}"}}\n`;

/** `size` bytes of numbered lines, in which lost, doubled or swapped bytes show. The last line may be cut. */
export function lines(size) {
  const parts = [];
  for (let length = 0, number = 0; length < size; number++) {
    const text = numbered(number);
    parts.push(text);
    length += text.length;
  }
  return Buffer.from(parts.join('')).subarray(0, size);
}
