/** The way of a pod through LimitRanges, quotas, its tenant's share and nodes, as stations. */
import {html} from './lit-html/lit-html.js';
import {count, second} from './parts.js';

const DENIED = ['Invalid', 'DeniedByLimitRange', 'DeniedByQuota', 'Denied'];
const WORDS = {passed: 'passed', stopped: 'stopped', unreached: 'not reached', undecided: 'not decided', unknown: 'not known'};

/** Returns the stations of the pod that is worst off; held is why the extender holds it, decided what it answered last. */
export function stations(e, held, decided) {
  const pod = e.pods[0];
  const verdict = pod?.verdict ?? e.verdict;
  const steps = [limitRange(e, pod, verdict), quota(e, pod, verdict), share(pod, verdict, held, decided), nodes(e, pod, verdict, held)];
  if (verdict === 'Invalid' || verdict === 'Denied') {
    steps.unshift(['API server', 'stopped', pod.message]);
  }
  return html`<ol class="stations" aria-label="Where it stopped">
    ${steps.map(([name, how, text]) => html`<li class="${how}"><strong>${name}</strong> <span class="how">${WORDS[how]}</span><p>${text}</p></li>`)}
  </ol>`;
}

/** How it stands with what the API server decides, where the denier is none of what is asked about. */
function admitted({admission}, pod) {
  return pod?.exists || admission.allowed ? 'passed' : admission.allowed === undefined ? 'unknown' : 'undecided';
}

function limitRange(e, pod, verdict) {
  const sets = e.admission.limitRanges.map((l) => `${l.field} ${l.resource}=${l.value}`);
  const what = sets.length > 0 ? `sets ${sets.join(', ')}` : '';
  if (verdict === 'DeniedByLimitRange') {
    return ['LimitRange', 'stopped', pod.message];
  }
  const how = verdict === 'DeniedByQuota' ? 'passed' : admitted(e, pod);
  const otherwise = {passed: pod?.exists ? 'the pod exists' : 'no LimitRange changes it', unknown: missing(e), undecided: 'something else denies it'};
  return ['LimitRange', how, what || otherwise[how]];
}

function quota(e, pod, verdict) {
  const charges = (pod?.exists ? charged : asked)(e.admission.quotas);
  if (verdict === 'DeniedByQuota') {
    return ['Quota', 'stopped', [...asked(e.admission.quotas.filter((q) => q.exceeded)), pod.message][0]];
  }
  const how = verdict === 'DeniedByLimitRange' ? 'unreached' : admitted(e, pod);
  const otherwise = {passed: 'no quota counts it', unreached: 'not created yet', unknown: missing(e), undecided: 'something else denies it'};
  return ['Quota', how, charges.join('; ') || otherwise[how]];
}

/** What a pod that doesn't exist would add to what is used. */
function asked(quotas) {
  return quotas.map((q) => `${q.name} ${q.key}: ${q.used} used + ${q.requested} of ${q.hard}`);
}

/** What of what is used is a pod's that exists. */
function charged(quotas) {
  return quotas.map((q) => `${q.name} ${q.key}: ${q.used} of ${q.hard} used, ${q.requested} by the pod`);
}

function missing(e) {
  return e.unread.message || 'not all was read that it rests on';
}

function share(pod, verdict, held, decided) {
  if (DENIED.includes(verdict)) {
    return ['Share', 'unreached', 'not created yet'];
  }
  if (held || verdict === 'Held') {
    return ['Share', 'stopped', held?.message ?? [pod.message, ...pod.notes.slice(0, 1)].join(': ')];
  }
  if (decided.notKnown) {
    return ['Share', 'unknown', decided.notKnown];
  }
  if (!decided.last) {
    return ['Share', 'undecided', 'the extender keeps no decision about it, and does not hold it'];
  }
  const {held: why} = decided.last;
  const time = second(decided.last.time);
  return why === ''
    ? ['Share', 'passed', `asked about a pod of this name at ${time}, the extender did not hold it`]
    : ['Share', 'undecided', `held at ${time}, not any more: ${why}`];
}

function nodes(e, pod, verdict, held) {
  const feasible = e.placement?.feasible.length ?? 0;
  const would = e.placement ? `${count(feasible, 'node')} would take it` : 'not looked at';
  if (DENIED.includes(verdict)) {
    return ['Nodes', 'unreached', would];
  }
  if (verdict === 'RejectedByKubelet') {
    return ['Nodes', 'stopped', pod.message];
  }
  if (pod?.node) {
    return ['Nodes', 'passed', `it has ${pod.node}`];
  }
  return {
    Unschedulable: ['Nodes', 'stopped', would],
    Held: ['Nodes', 'unreached', would],
    Placeable: ['Nodes', held ? 'unreached' : 'undecided', would],
    Preempting: ['Nodes', held ? 'unreached' : 'undecided', `once pods are evicted from ${e.placement?.nominatedNode}`],
    Unknown: ['Nodes', 'unknown', missing(e)],
  }[verdict] ?? ['Nodes', 'unreached', pod?.message || e.summary];
}
