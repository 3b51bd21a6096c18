/** Draws what a tenant had at each full hour, as Prometheus has it. */
import {html, svg} from './lit-html/lit-html.js';
import {second} from './parts.js';
import {text} from './quantity.js';

const HEIGHT = 100;
const WIDTH = 1000;

/** Returns the sum at each hour; null where that of one isn't known. */
function sum(amounts) {
  return amounts.length === 0
    ? []
    : amounts[0].map((_, hour) => amounts.reduce((all, each) => (all === null || each[hour] === null ? null : all + each[hour]), 0));
}

/** Returns the sum of those that are there at each hour; null where none is. */
function sumOfSome(amounts) {
  return amounts.length === 0
    ? []
    : amounts[0].map((_, hour) => amounts.reduce((all, each) => (each[hour] === null ? all : (all ?? 0) + each[hour]), null));
}

/** Returns a path of steps, which is interrupted where nothing is known. */
function steps(amounts, scale) {
  const width = WIDTH / Math.max(1, amounts.length);
  const height = (amount) => (HEIGHT - (amount / scale) * HEIGHT).toFixed(1);
  let isDrawn = false;
  return amounts
    .map((amount, hour) => {
      const to = amount === null ? '' : `${isDrawn ? 'L' : 'M'}${(hour * width).toFixed(1)} ${height(amount)}H${((hour + 1) * width).toFixed(1)}`;
      isDrawn = amount !== null;
      return to;
    })
    .join('');
}

function range(amounts) {
  const known = amounts.filter((a) => a !== null);
  return known.length === 0 ? undefined : {least: Math.min(...known), most: Math.max(...known), last: amounts.at(-1)};
}

function words(name, amounts) {
  const of = range(amounts);
  if (of === undefined) {
    return [];
  }
  if (of.least === of.most) {
    return [`${name} ${text(of.most)} throughout`];
  }
  const last = of.last === null ? '' : `, last ${text(of.last)}`;
  return [`${name} ${text(of.least)} to ${text(of.most)}${last}`];
}

/** Returns the history of the namespaces of a tenant; what isn't known is told instead. */
export function history(recorded, tenant, resource, namespaces) {
  if (recorded.notKnown) {
    return html`<p class="quiet">History: ${recorded.notKnown}</p>`;
  }
  const rows = recorded.namespaces.filter((n) => n.resource === resource && namespaces.includes(n.namespace));
  if (rows.length === 0 || recorded.since === undefined) {
    return html`<p class="quiet">History: Prometheus has nothing of ${tenant} as of <time datetime="${recorded.until}">${second(recorded.until)}</time>.</p>`;
  }
  const placed = sum(rows.map((r) => r.placed));
  const demand = sum(rows.flatMap((r) => [r.placed, r.pending, r.missing]));
  const limit = sumOfSome(rows.map((r) => r.limit));
  const scale = Math.max(1, ...[placed, demand, limit].flat());
  const said = [...words('placed', placed), ...words('demand', demand), ...words('quota', limit)].join('; ');
  const unknown = placed.filter((a) => a === null).length;
  return html`<figure class="history">
    <figcaption>At each full hour since <time datetime="${recorded.since}">${second(recorded.since)}</time>, as Prometheus had it on <time datetime="${recorded.until}">${second(recorded.until)}</time>: <span class="said">${said || 'nothing is known'}</span>.${unknown > 0 ? ` Not known at ${unknown} of ${placed.length} hours.` : ''}</figcaption>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${tenant}, ${resource}: ${said || 'nothing is known'}">
      ${svg`<path class="line-demand" d="${steps(demand, scale)}"></path>
        <path class="line-quota" d="${steps(limit, scale)}"></path>
        <path class="line-placed" d="${steps(placed, scale)}"></path>`}
    </svg>
    <ul class="legend" aria-label="Key of the history">
      ${[['placed', 'placed'], ['demand', 'demand: placed, pending, and missing'], ['quota', 'quota']].map(([kind, label]) => html`<li><span class="swatch line-${kind}" aria-hidden="true"></span>${label}</li>`)}
    </ul>
  </figure>`;
}
