export function lines(size: number): Buffer;
