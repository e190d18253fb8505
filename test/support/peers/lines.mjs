/** `size` bytes of numbered lines, in which lost, doubled or swapped bytes show. The last line may be cut. */
export function lines(size) {
  const line = (number) => `{"jsonrpc":"2.0","method":"_line","params":{"number":${number}}}\n`;
  const parts = [];
  for (let length = 0, number = 0; length < size; number++) {
    const text = line(number);
    parts.push(text);
    length += text.length;
  }
  return Buffer.from(parts.join('')).subarray(0, size);
}
