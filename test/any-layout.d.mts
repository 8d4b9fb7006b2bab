export function anyLayout(code: string): RegExp;
