/** Kubernetes' quantities as numbers, to draw them; texts are shown as they came. */
const FACTORS = {
  n: 1e-9, u: 1e-6, m: 1e-3, '': 1, k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, E: 1e18,
  Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40, Pi: 2 ** 50, Ei: 2 ** 60,
};
const QUANTITY = /^([+-]?[0-9.]+(?:[eE][+-]?[0-9]+)?)([numkMGTPE]i?|Ki)?$/;

/** Returns the number that a quantity is; 0 for none. */
export function number(quantity) {
  const parts = QUANTITY.exec(quantity ?? '');
  return parts ? Number(parts[1]) * FACTORS[parts[2] ?? ''] : 0;
}

/** Returns a sum as short text. */
export function text(amount) {
  return Number.isInteger(amount) ? String(amount) : String(Math.round(amount * 1000) / 1000);
}
