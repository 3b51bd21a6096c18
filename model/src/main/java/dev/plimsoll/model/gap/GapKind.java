package dev.plimsoll.model.gap;

/** The kinds of gaps, worst first. The names are API; more may be added. */
public enum GapKind {
  QuotaExhaustedCapacityFree("the quota denies pods that the nodes have capacity for"),
  RequestRequired("a quota requires a request or limit that the pods do not set"),
  LimitRangeRefuses("a limit range denies the pods"),
  PodInvalid("the API server denies the pods whatever the quota"),
  ScopeUncovered("no quota covers a resource that may only be used under one"),
  NoEligibleNode("taints, selectors or affinity leave no node that has what the pods request"),
  Fragmented("enough is free in total, but not on any single node"),
  CapacityExhausted("the quota admits the pods, but too little is free on their eligible nodes"),
  QuotaExhausted("the quota denies pods that the nodes have no capacity for either"),
  PendingHoldsQuota("unschedulable pods hold quota that others need"),
  LimitRangeInjects("a limit range's default is charged that no pod requests"),
  DeadQuotaKey("the quota has a key that nothing is ever charged to"),
  QuotaBelowUsage("more is used than the quota allows"),
  NoQuota("a namespace uses a scarce resource without a quota on it"),
  QuotasOvercommitted("the quotas together promise more than there is"),
  CapacityWithheld("free capacity is on nodes that no pod can use"),
  QuotaUnreachable("the quota allows more than the nodes have"),
  CapacityUnassigned("the quotas together promise less than there is"),
  TighterQuotaBinds("of several quotas on one resource the smallest decides"),
  StaleUsage("the usage in the quota's status is not what the objects add up to"),
  SchedulingGated("pods wait for a scheduling gate to be removed");

  private final String meaning;

  GapKind(String meaning) {
    this.meaning = meaning;
  }

  /** Returns what the kind means, as half a sentence. */
  public String meaning() {
    return meaning;
  }
}
