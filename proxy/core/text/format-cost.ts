/** `0.0320 USD`, `12.50 USD`. The currency may be any string. */
export function formatCost({ amount, currency }: { readonly amount: number; readonly currency: string }): string {
  return `${amount.toFixed(Math.abs(amount) < 1 ? 4 : 2)} ${currency}`;
}
