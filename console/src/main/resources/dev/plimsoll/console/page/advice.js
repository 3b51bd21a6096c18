/** What quotas should be: now against proposed, by tenant, with how that came about. */
import {html, nothing} from './lit-html/lit-html.js';
import {download, getIfKnown} from './api.js';
import {backtest, loadBacktest} from './backtest.js';
import {bar, copyButton, count, omissions, table} from './parts.js';
import {posted} from './posted.js';
import {number} from './quantity.js';

export const title = 'Advice';

const APPLY = 'kubectl apply --server-side --field-manager=plimsoll-advisor -f plimsoll-quotas.yaml';

export async function load(parameters, signal) {
  const [computed, recommendations, tested] = await Promise.all([
    getIfKnown('advice', {}, signal),
    getIfKnown('recommendations', {}, signal),
    loadBacktest(signal),
  ]);
  return {...computed, recommendations, tested};
}

export function view({advice, notKnown, recommendations, tested}) {
  if (notKnown) {
    return html`<p class="notice" role="note">${notKnown}</p>
      <p>Advice rests on what all tenants have and ask for. What an advisor has posted in your namespaces is below.</p>
      ${posted(recommendations)}`;
  }
  return html`${advice.map(policy)}${posted(recommendations)}${backtest(tested)}`;
}

function policy(advice) {
  const changes = advice.recommendations.filter((r) => r.change !== 'none');
  const tenants = [...new Set(advice.recommendations.map((r) => r.tenant))];
  return html`${omissions(advice)}
    <section class="card" aria-labelledby="policy-${advice.policy}">
      <h2 id="policy-${advice.policy}">Policy ${advice.policy}</h2>
      ${advice.resources.map((r) => html`<p>${r.resource}: ${r.divided} divided, of ${r.allocatable} on nodes that take pods; ${r.reserve} in reserve, ${r.withheld} on nodes that take none${r.nodesToCome ? `, ${r.nodesToCome} on nodes that autoscalers may add` : ''}.</p>`)}
      ${changes.length > 0
        ? html`<p>${count(changes.length, 'quota')} to change. Nothing is changed by this page.</p>
            <p><button type="button" @click=${saved}>Download the patch</button></p>
            <div class="command"><pre tabindex="0"><code>${APPLY}</code></pre>${copyButton(APPLY, 'the command')}</div>`
        : html`<p>No quota is to change.</p>`}
      <ul class="legend" aria-label="Key">
        ${[['placed', 'used'], ['quota', 'now'], ['demand', 'proposed']].map(([kind, label]) => html`<li><span class="swatch fill-${kind}" aria-hidden="true"></span>${label}</li>`)}
      </ul>
    </section>
    ${tenants.map((t) => tenant(t, advice.recommendations.filter((r) => r.tenant === t)))}
    ${advice.nodes.map((n) => html`<p class="notice" role="note">${count(n.nodes, 'node')} more in pool ${n.pool} would place ${count(n.placeablePods, 'pod')} more.</p>`)}
    ${advice.limitRanges.map((l) => html`<p class="notice" role="note">LimitRange ${l.namespace}/${l.name}: default of ${l.resource} ${l.now} → ${l.better ?? 'none'} (${l.why}).</p>`)}
    ${advice.notes.length > 0 ? html`<section class="card" aria-labelledby="notes-${advice.policy}"><h2 id="notes-${advice.policy}">Notes</h2><ul>${advice.notes.map((n) => html`<li>${n}</li>`)}</ul></section>` : nothing}`;
}

async function saved(event) {
  const button = event.currentTarget;
  try {
    await download('advice/patch', 'plimsoll-quotas.yaml');
  } catch (e) {
    button.textContent = e.message;
  }
}

function tenant(name, recommendations) {
  const changed = recommendations.filter((r) => r.change !== 'none').length;
  return html`<details class="card advised" ?open=${changed > 0}>
    <summary><h2 class="inline">${name}</h2> <span class="quiet">${changed > 0 ? `${count(changed, 'quota')} to change` : 'stays as it is'}</span></summary>
    ${recommendations.map(quota)}
  </details>`;
}

function quota(r) {
  return html`<h3>${r.namespace}/${r.name}</h3>
    ${table(`${r.namespace}/${r.name}: now and proposed`, html`
      <thead><tr><th scope="col">Key</th><th scope="col" class="number">Now</th><th scope="col" class="number">Used</th><th scope="col" class="number">Proposed</th><th scope="col" class="number">Goal</th><th scope="col" class="wide">Drawn</th></tr></thead>
      <tbody>${r.keys.map(key)}
        ${r.dropped.map((k) => html`<tr><th scope="row">${k}</th><td class="number">${r.now[k]}</td><td class="number">never</td><td class="number">dropped</td><td></td><td class="wide"></td></tr>`)}</tbody>
    `)}
    <p>${effect(r.effect)} <span class="quiet">Confidence: ${r.confidence.level} (${r.confidence.reason}).</span></p>
    ${r.keys.filter((k) => k.why.length > 0).map((k) => html`<details><summary>Why ${k.key} is ${k.proposed}</summary>
      ${table(`How ${k.key} of ${r.namespace}/${r.name} came about`, html`
        <thead><tr><th scope="col">Step</th><th scope="col" class="number">Amount</th><th scope="col">Since</th></tr></thead>
        <tbody>${k.why.map((s) => html`<tr><th scope="row">${s.step}</th><td class="number">${s.amount}</td><td>${s.message}</td></tr>`)}</tbody>
      `)}</details>`)}`;
}

function key(k) {
  const scale = Math.max(number(k.now), number(k.used), number(k.proposed));
  const marks = k.now === undefined ? [] : [{amount: number(k.now), kind: 'quota', label: `now: ${k.now}`}];
  marks.push({amount: number(k.proposed), kind: 'demand', label: `proposed: ${k.proposed}`});
  return html`<tr>
    <th scope="row">${k.key}</th><td class="number">${k.now ?? 'none'}</td><td class="number">${k.used}</td><td class="number">${k.proposed}</td><td class="number">${k.goal}</td>
    <td class="wide">${bar([{amount: number(k.used), kind: 'placed', label: `used: ${k.used}`}], marks, scale, `${k.key}: ${k.used} used, ${k.now ?? 'no ceiling'} now, ${k.proposed} proposed`)}</td>
  </tr>`;
}

function effect(e) {
  const parts = [];
  if (e.admitted !== e.admittedNow || e.placed !== e.placedNow) {
    parts.push(`Of ${count(e.missingPods, 'missing pod')} ${e.admitted} instead of ${e.admittedNow} would be admitted, and ${e.placed} instead of ${e.placedNow} placed.`);
  }
  if (e.gapsClosed.length > 0) {
    parts.push(`Closed: ${[...new Set(e.gapsClosed.map((g) => g.kind))].join(', ')}.`);
  }
  if (e.gapsOpened.length > 0) {
    parts.push(`Opened: ${[...new Set(e.gapsOpened.map((g) => g.kind))].join(', ')}.`);
  }
  return parts.join(' ') || 'Neither pods nor gaps would change.';
}
