/** The way of a pod through LimitRanges, quotas and nodes, and where it stopped. */
import {html, nothing} from './lit-html/lit-html.js';
import {get, getIfKnown, ApiError} from './api.js';
import {count, explainAddress, omissions, remedies} from './parts.js';
import {reasons} from './reasons.js';
import {stations} from './stations.js';

export const title = 'Explain';

const KINDS = ['Pod', 'Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob', 'ReplicationController'];

export async function load({kind, namespace, name}, signal) {
  const known = await getIfKnown('objects', {namespace}, signal);
  if (!kind || !namespace || !name) {
    return {known, gaps: (await getIfKnown('gaps', {}, signal)).gaps ?? []};
  }
  try {
    const [explanation, held] = await Promise.all([
      get('explain', {kind, namespace, name}, signal),
      getIfKnown('held-pods', {namespace}, signal),
    ]);
    const names = new Set(explanation.pods.map((p) => p.name));
    return {
      known,
      explanation,
      held: (held.heldPods ?? []).filter((h) => names.has(h.pod)),
      notKnown: held.notKnown,
      decided: await lastDecision(namespace, explanation.pods[0], signal),
    };
  } catch (e) {
    if (e instanceof ApiError && e.status === 404) {
      return {known, notFound: e.message};
    }
    throw e;
  }
}

/** Returns what the extender answered last when it was asked which nodes may take the pod. */
async function lastDecision(namespace, pod, signal) {
  const {decisions, notKnown} = pod?.exists ? await getIfKnown('decisions', {namespace, pod: pod.name, limit: '100'}, signal) : {};
  return {notKnown, last: decisions?.find((d) => d.verb === 'filter')};
}

export function view({known, gaps, explanation, held, notKnown, decided, notFound}, parameters, {go, redraw}) {
  const submit = (e) => {
    e.preventDefault();
    go(`/explain?${new URLSearchParams(new FormData(e.currentTarget))}`);
  };
  const chosen = (e) => {
    const form = new FormData(e.currentTarget.form);
    go(`/explain?${new URLSearchParams({kind: form.get('kind'), namespace: form.get('namespace')})}`);
  };
  return html`
    <form class="controls" @submit=${submit}>
      <label>kind <select name="kind">${KINDS.map((k) => html`<option ?selected=${k === parameters.kind}>${k}</option>`)}</select></label>
      <label>namespace <input name="namespace" required autocomplete="off" list="namespaces" @change=${chosen} .value=${parameters.namespace ?? ''}></label>
      <label>name <input name="name" required autocomplete="off" list="names" .value=${parameters.name ?? ''}></label>
      <datalist id="namespaces">${(known.namespaces ?? []).map((n) => html`<option value="${n}"></option>`)}</datalist>
      <datalist id="names">${names(known, parameters.kind).map((n) => html`<option value="${n}"></option>`)}</datalist>
      <button type="submit">Explain</button>
    </form>
    ${gaps ? waiting(gaps, parameters) : nothing}
    ${notFound ? html`<p class="notice" role="alert">${notFound}</p>` : nothing}
    ${notKnown ? html`<p class="notice" role="note">Held pods: ${notKnown}</p>` : nothing}
    ${explanation ? html`${held.map((h) => html`<p class="notice" role="note">Held by the extender: <code>${h.pod}</code>: ${h.message}</p>`)}${told(explanation, held, decided, redraw)}` : nothing}`;
}

/** Returns the names of a kind; pods first come to mind where none is chosen. */
function names(known, kind = 'Pod') {
  return (known.objects ?? []).filter((o) => o.kind === kind).map((o) => o.name);
}

/** Returns what waits, for somebody who has not said what to explain. */
function waiting(gaps, {namespace}) {
  const objects = new Map(gaps
    .filter((g) => g.pods > 0 && (!namespace || g.namespace === namespace) && explainAddress(g.object))
    .map((g) => [explainAddress(g.object), g]));
  return html`<section class="card" aria-labelledby="waiting"><h2 id="waiting">What waits${namespace ? ` in ${namespace}` : ''}</h2>
    ${objects.size === 0
      ? html`<p>Nothing waits for want of quota or capacity, as far as it was read.</p>`
      : html`<ul>${[...objects].slice(0, 20).map(([address, g]) => html`<li><a href="${address}">${g.namespace} ${g.object.kind.toLowerCase()}/${g.object.name}</a> ${count(g.pods, 'pod')}: ${g.kind}</li>`)}</ul>`}
  </section>`;
}

function told(e, held, decided, redraw) {
  return html`${omissions(e)}
    <section class="card"><h2>${e.summary}</h2>
      ${stations(e, held.find((h) => h.pod === e.pods[0]?.name), decided)}
      ${e.pods.map((p) => html`<p><span class="verdict">${p.verdict}</span> ${p.count > 1 ? `${count(p.count, 'pod')}, such as ` : ''}<code>${p.name}</code>${p.exists ? '' : ', which does not exist yet'}${p.node ? html` on <code>${p.node}</code>` : nothing}${p.message ? html`: ${p.message}` : nothing}</p>
        ${p.notes.map((n) => html`<p class="quiet">${n}</p>`)}`)}
      ${e.recordedEvent ? html`<p class="quiet">Recorded by the cluster: ${e.recordedEvent.reason}: ${e.recordedEvent.message}</p>` : nothing}
      ${(e.autoscalers ?? []).map((a) => html`<p class="quiet">Autoscaler ${a.name}: ${a.reason}: ${a.message}</p>`)}
    </section>
    ${e.placement && e.placement.nodes.length + e.placement.feasible.length > 0 ? reasons(e.placement, redraw) : nothing}
    ${e.gaps.map((g) => html`<section class="card"><h2>${g.kind}</h2><p>${g.message}</p>${remedies(g)}</section>`)}`;
}
