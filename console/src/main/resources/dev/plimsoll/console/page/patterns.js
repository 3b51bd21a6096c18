/** Tells 60 tenants apart: each has one of six colours that every eye tells apart, and a pattern. */
import {html, svg} from './lit-html/lit-html.js';

const COLOURS = 6;

/** What is drawn over the colour, within 10 by 10. */
const PATTERNS = [
  '',
  'M-2 2l4-4M0 10L10 0M8 12l4-4',
  'M0 5H10',
  'M5 0V10',
  'M-2 8l4 4M0 0L10 10M8-2l4 4',
  'M3 3h4v4h-4z',
  'M0 5H10M5 0V10',
  'M0 0L10 10M0 10L10 0',
  'M0 3H10M0 7H10',
  'M3 0V10M7 0V10',
];

/** Returns the paint of a tenant by its number. */
export function fill(number) {
  return `url(#tenant-${number % (COLOURS * PATTERNS.length)})`;
}

/** Returns the definitions of that many paints. */
export function patterns(tenants) {
  const all = Array.from({length: Math.min(tenants, COLOURS * PATTERNS.length)}, (_, i) => i);
  return html`<svg class="definitions" width="0" height="0" aria-hidden="true"><defs>
    ${all.map((i) => svg`<pattern id="tenant-${i}" width="10" height="10" patternUnits="userSpaceOnUse"><rect class="fill-t${i % COLOURS}" width="10" height="10"></rect><path class="over" d="${PATTERNS[Math.floor(i / COLOURS)]}"></path></pattern>`)}
  </defs></svg>`;
}

/** Returns the short form of a name: the first letters of its words, and its number. */
export function initials(name) {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const short = words.length > 1 ? words.map((w) => (/^\d+$/.test(w) ? w : w[0])).join('') : name.slice(0, 2);
  return short.slice(0, 4).toUpperCase();
}
