/** What each tenant may have, has and waits for. */
import {html, nothing} from './lit-html/lit-html.js';
import {repeat} from './lit-html/directives/repeat.js';
import {get, getIfKnown, getSeldomIfKnown} from './api.js';
import {history} from './history.js';
import {bar, choice, count, exportButton, isFound, isUnread, omissions, search, table} from './parts.js';
import {number, text} from './quantity.js';
import {requestMore} from './request.js';

export const title = 'Tenants';

export async function load(parameters, signal) {
  const [tenants, shares, recorded] = await Promise.all([
    get('tenants', {}, signal),
    getIfKnown('shares', {}, signal),
    getSeldomIfKnown('tenants/history', signal),
  ]);
  return {report: tenants, shares: shares.shares ?? [], notKnown: shares.notKnown, recorded};
}

const ORDERS = {
  '': ['demand', (a, b) => demand(b) - demand(a)],
  waiting: ['waiting', (a, b) => b.pending + b.missing - (a.pending + a.missing)],
  unused: ['unused quota', (a, b) => unused(b) - unused(a)],
  name: ['name', () => 0],
};

function demand(t) {
  return t.placed + t.pending + t.missing;
}

function unused(t) {
  return (t.limit ?? 0) - t.placed;
}

export function view({report, shares, notKnown, recorded}, parameters, {set}) {
  const found = report.namespaces.filter((n) => isFound(`${n.tenant ?? ''} ${n.namespace}`, parameters));
  const resources = [...new Set(report.namespaces.map((n) => n.resource))];
  return html`${omissions(report)}
    ${notKnown ? html`<p class="notice" role="note">Shares: ${notKnown}</p>` : nothing}
    <form class="controls" @submit=${(e) => e.preventDefault()}>
      ${search(parameters, 'tenant, namespace', set)}
      ${choice('sort', 'sort by', Object.entries(ORDERS).map(([value, [text]]) => [value, text]), parameters.sort, set)}
      ${exportButton('tenants', ['resource', 'tenant', 'namespace', 'quota', 'placed', 'pending', 'missing'],
        () => found.map((n) => [n.resource, n.tenant ?? n.namespace, n.namespace, n.limit, n.placed, n.pending, n.missing]))}
      <output aria-live="polite">${found.length} of ${count(report.namespaces.length, 'row')}</output>
    </form>
    ${resources.map((r) => resource(r, isUnread(report, 'resourcequotas') ? 'quota not known' : 'no quota', found.filter((n) => n.resource === r), parameters, shares.filter((s) => s.resource === r), recorded))}
    ${resources.length === 0 && !report.unread.message ? html`<p>No namespace that you may see has a quota on a GPU or another extended resource, or pods that request one.</p>` : nothing}`;
}

function resource(name, noQuota, namespaces, parameters, shares, recorded) {
  const rows = tenants(namespaces).sort((ORDERS[parameters.sort ?? ''] ?? ORDERS[''])[1]);
  const scale = Math.max(1, ...rows.map((t) => Math.max(t.limit ?? 0, t.placed + t.pending + t.missing)));
  return html`<section class="card" aria-labelledby="tenants-${name}">
    <h2 id="tenants-${name}">${name}</h2>
    <ul class="legend" aria-label="Key">
      ${[['placed', 'placed'], ['pending', 'pending'], ['missing', 'missing: denied or not created yet'], ['quota', 'quota']].map(([kind, label]) => html`<li><span class="swatch fill-${kind}" aria-hidden="true"></span>${label}</li>`)}
    </ul>
    ${repeat(rows, (t) => t.name, (t) => tenant(t, noQuota, scale, shares.find((s) => s.tenant === t.name), recorded))}
    ${shares.filter((s) => s.otherTenants).map((s) => html`<p class="quiet">${count(s.otherTenants, 'other tenant')} together: ${s.placed} placed of a share of ${s.share}.</p>`)}
  </section>`;
}

function tenants(namespaces) {
  const rows = new Map();
  for (const n of namespaces) {
    const name = n.tenant ?? n.namespace;
    const row = rows.get(name) ?? {name, namespaces: [], limit: undefined, placed: 0, pending: 0, missing: 0};
    row.namespaces.push(n);
    row.limit = n.limit === undefined ? row.limit : (row.limit ?? 0) + number(n.limit);
    row.placed += number(n.placed);
    row.pending += number(n.pending);
    row.missing += number(n.missing);
    rows.set(name, row);
  }
  return [...rows.values()].sort((a, b) => a.name.localeCompare(b.name));
}

function parts(t) {
  return ['placed', 'pending', 'missing'].map((kind) => ({amount: t[kind], kind, label: `${kind}: ${text(t[kind])}`}));
}

function tenant(t, noQuota, scale, share, recorded) {
  const without = t.namespaces.filter((n) => n.limit === undefined).length;
  const limit = without === t.namespaces.length ? noQuota : `quota ${text(t.limit)}${without > 0 ? `, ${noQuota} in ${count(without, 'namespace')}` : ''}`;
  const sentence = `${t.name}: ${text(t.placed)} placed, ${text(t.pending)} pending, ${text(t.missing)} missing, ${limit}`;
  const marks = t.limit === undefined ? [] : [{amount: t.limit, kind: 'quota', label: limit}];
  return html`<details class="tenant">
    <summary><span class="tenant-name">${t.name}</span> ${bar(parts(t), marks, scale, sentence, 0)} <span class="tenant-figures">${text(t.placed)} placed, ${text(t.pending)} pending, ${text(t.missing)} missing; ${limit}</span></summary>
    ${share
      ? html`<dl class="figures">
          ${['share', 'guarantee', 'ceiling', 'placed', 'assumed', 'borrowed', 'idle'].filter((k) => share[k] !== undefined).map((k) => html`<div><dt>${k}</dt><dd>${share[k]}</dd></div>`)}
        </dl>`
      : nothing}
    ${table(`${t.name}: ${t.namespaces[0].resource} by namespace`, html`
      <thead><tr><th scope="col">Namespace</th><th scope="col" class="number">Quota</th><th scope="col" class="number">Placed</th><th scope="col" class="number">Pending</th><th scope="col" class="number">Missing</th></tr></thead>
      <tbody>
        ${t.namespaces.map((n) => html`<tr><th scope="row"><a href="/gaps?namespace=${encodeURIComponent(n.namespace)}">${n.namespace}</a></th><td class="number">${n.limit ?? noQuota}</td><td class="number">${n.placed}</td><td class="number">${n.pending}</td><td class="number">${n.missing}</td></tr>`)}
      </tbody>
    `)}
    ${history(recorded, t.name, t.namespaces[0].resource, t.namespaces.map((n) => n.namespace))}
    ${requestMore(t.namespaces[0].resource, t.namespaces.map((n) => n.namespace))}
  </details>`;
}
