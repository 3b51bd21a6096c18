/** Kueue's ResourceFlavors: what queues promise, and what the nodes of each flavor have. */
import {html, nothing} from './lit-html/lit-html.js';
import {few, isUnread, omissions, table} from './parts.js';

const KUEUE = ['clusterqueues', 'cohorts', 'resourceflavors'].map((kind) => `${kind}.kueue.x-k8s.io`);

/** Returns the flavors with a quota; nothing where there is none, as far as Kueue was read. */
export function flavors({byFlavor}) {
  if (byFlavor === undefined || (byFlavor.flavors.length === 0 && KUEUE.every((kind) => !isUnread(byFlavor, kind)))) {
    return nothing;
  }
  const areNodesKnown = !isUnread(byFlavor, 'nodes') && !isUnread(byFlavor, 'resourceflavors.kueue.x-k8s.io');
  const missing = areNodesKnown ? [...new Set(byFlavor.flavors.filter((f) => !f.defined).map((f) => f.flavor))] : [];
  const known = (amount) => (areNodesKnown ? (amount ?? '?') : '?');
  return html`<section class="card" aria-labelledby="flavors">
    <h2 id="flavors">By flavor of Kueue</h2>
    ${omissions(byFlavor)}
    ${byFlavor.flavors.length === 0 ? nothing : table('Figures by flavor', html`
      <thead><tr><th scope="col">Flavor</th><th scope="col">Resource</th><th scope="col">Quotas</th>${['Nominal', 'Reserved', 'Nodes', 'Total', 'Placed', 'Free', 'Withheld', 'Largest free block'].map((h) => html`<th scope="col" class="number">${h}</th>`)}</tr></thead>
      <tbody>${byFlavor.flavors.map((f) => html`<tr>
        <th scope="row">${f.flavor}</th><td class="nowrap">${f.resource}</td><td>${few(f.quotas)}</td>
        ${[f.nominal, f.reserved, known(f.nodes.length), ...[f.total, f.placed, f.free, f.withheld, f.largestFreeBlock].map(known)].map((amount) => html`<td class="number">${amount}</td>`)}
      </tr>`)}</tbody>
    `)}
    ${missing.map((name) => html`<p class="notice" role="note">ResourceFlavor ${name} does not exist.</p>`)}
  </section>`;
}
