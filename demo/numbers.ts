/** Times and amounts as the terminal shows them. */
export function seconds(ms: number): string {
  if (ms < 60_000) return `${(ms / 1_000).toFixed(ms < 100 ? 2 : 1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.floor((ms % 60_000) / 1_000)} s`;
}

export function amount(number: number): string {
  return number.toLocaleString('en-US');
}

export function dollars(usd: number): string {
  return usd > 0 && usd < 0.005 ? '< $0.01' : `$${usd.toFixed(2)}`;
}

export function percent(part: number, whole: number): string {
  return `${whole <= 0 ? 0 : Math.round((100 * part) / whole)} %`;
}
