package dev.plimsoll.model.gap;

/** The kinds of gaps, worst first. The names are API; more may be added. */
public enum GapKind {
  QuotaExhaustedCapacityFree("the quota refuses pods that the nodes could take"),
  RequestRequired("a quota demands an explicit request or limit that the pods don't state"),
  LimitRangeRefuses("a limit range refuses the pods"),
  PodInvalid("the API server rejects the pods whatever the quota"),
  ScopeUncovered("no quota covers a resource that may only be used under one"),
  NoEligibleNode("taints, selectors or affinity leave no node that has what the pods ask for"),
  Fragmented("enough is free in sum, but no single node has it"),
  CapacityExhausted("the quota admits the pods, but the nodes they may use haven't enough free"),
  QuotaExhausted("the quota refuses pods that the nodes couldn't take either"),
  PendingHoldsQuota("pods that can't be placed hold quota that others need"),
  LimitRangeInjects("a limit range's default is charged that nobody asked for"),
  DeadQuotaKey("the quota has a key that nothing is ever charged to"),
  QuotaBelowUsage("more is used than the quota allows"),
  NoQuota("a namespace uses a scarce resource without any quota on it"),
  QuotasOvercommitted("the quotas together promise more than there is"),
  CapacityWithheld("nodes that take no pods hold capacity back"),
  QuotaUnreachable("the quota allows more than the nodes could ever give"),
  CapacityUnassigned("the quotas together hand out less than there is"),
  TighterQuotaBinds("of several quotas on one resource the smaller decides"),
  StaleUsage("the usage in the quota's status isn't what the objects add up to"),
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
