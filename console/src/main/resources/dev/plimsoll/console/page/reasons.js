/** Why nodes don't take a pod, thousands of them by what they have in common. */
import {html, nothing} from './lit-html/lit-html.js';
import {count} from './parts.js';

const MOST_NAMES = 100;

let filter = '';

/** Returns the nodes of a placement by reason, those that would take the pod first. */
export function reasons({feasible, nodes}, redraw) {
  const groups = new Map();
  const add = (key, how, text, plugin, name) => {
    const group = groups.get(key) ?? {how, text, plugin, names: []};
    group.names.push(name);
    groups.set(key, group);
  };
  feasible.forEach((name) => add('', 'passed', 'would take it', '', name));
  nodes.forEach((n) => add(`${n.plugin} ${n.reasons.join('; ')}`, 'stopped', n.reasons.join('; '), n.plugin, n.name));
  const wanted = filter.trim().toLowerCase();
  const shown = [...groups.values()]
    .map((g) => ({...g, found: `${g.text} ${g.plugin}`.toLowerCase().includes(wanted) ? g.names : g.names.filter((n) => n.toLowerCase().includes(wanted))}))
    .filter((g) => g.found.length > 0)
    .sort((a, b) => b.how === a.how ? b.found.length - a.found.length : a.how.localeCompare(b.how));
  return html`<section class="card" aria-labelledby="per-node"><h2 id="per-node">Nodes</h2>
    <form class="controls" @submit=${(e) => e.preventDefault()}>
      <label>Find <input type="search" placeholder="node, reason, plug-in" .value=${filter} @input=${(e) => { filter = e.target.value; redraw(); }}></label>
      <output aria-live="polite">${shown.reduce((sum, g) => sum + g.found.length, 0)} of ${count(feasible.length + nodes.length, 'node')} listed</output>
    </form>
    <ul class="reasons">${shown.map(reason)}</ul>
  </section>`;
}

function reason({how, text, plugin, found}) {
  return html`<li class="${how}"><p><strong>${count(found.length, 'node')}</strong> ${text} <span class="quiet">${plugin}</span></p>
    <p class="names">${found.slice(0, MOST_NAMES).map((n) => html`<code>${n}</code> `)}${found.length > MOST_NAMES ? html`<span class="quiet">and ${found.length - MOST_NAMES} more</span>` : nothing}</p></li>`;
}
