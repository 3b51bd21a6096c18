package dev.plimsoll.model.gap;

/** The kinds of gaps, worst first. The names are API; more may be added. */
public enum GapKind {
  QuotaExhaustedCapacityFree(
      Severity.Error, "the quota denies pods that the nodes have capacity for"),
  RolloutBlocked(Severity.Error, "a quota denies the pods that a rollout must create first"),
  RequestRequired(Severity.Error, "a quota requires a request or limit that the pods do not set"),
  LimitRangeRefuses(Severity.Error, "a limit range denies the pods"),
  PodInvalid(Severity.Error, "the API server denies the pods regardless of quota"),
  AdmissionRefused(
      Severity.Error, "a plug-in, policy or webhook that is not about resources denies the pods"),
  ScopeUncovered(Severity.Error, "no quota covers a resource that may only be used under one"),
  NoEligibleNode(
      Severity.Error, "taints, selectors or affinity leave no node that has what the pods request"),
  GpusStranded(
      Severity.Error,
      "the devices that pods request are free, on nodes whose CPU, memory or pod slots are used up"),
  Fragmented(Severity.Error, "enough is free in total, but not on any single node"),
  FragmentedDomain(
      Severity.Error,
      "enough is free in total, but not in any single domain that the gang may be in"),
  SchedulerDisagrees(
      Severity.Error, "the scheduler said that no node takes pods for which the model finds one"),
  OtherSchedulerSilent(
      Severity.Error,
      "pods name another scheduler than kube-scheduler, and nothing shows that it has seen them"),
  ControllerSilent(
      Severity.Error, "the controller of a workload has not acted on the workload's last change"),
  RejectedByKubelet(
      Severity.Error, "the scheduler has placed the pods, and their kubelets reject them"),
  QueueMisconfigured(
      Severity.Error,
      "Workloads name a queue that does not exist or does not take their namespace"),
  NoMatchingFlavor(
      Severity.Error, "the ClusterQueue of a Workload has no flavor that takes its pods"),
  ExceedsMaxQuota(
      Severity.Error, "a Workload requests more than its ClusterQueue could ever reserve"),
  CapacityExhausted(
      Severity.Warning,
      "the quota admits the pods, but too little is free on their eligible nodes"),
  QuotaExhausted(
      Severity.Warning, "the quota denies pods that the nodes have no capacity for either"),
  QuotaExhaustedCapacityUnknown(
      Severity.Warning, "the quota denies pods, and whether nodes have capacity was not read"),
  PlacementUnknown(
      Severity.Warning, "pods have no node, and what their placement rests on was not read"),
  PodsHeld(
      Severity.Warning,
      "nodes would take the pods, but Plimsoll holds them: by a share, a quota or a gang"),
  PendingHoldsQuota(Severity.Warning, "unschedulable pods hold quota that others need"),
  ResizePending(
      Severity.Warning, "the node of running pods has no capacity for a resize that was admitted"),
  DeletionOverdue(
      Severity.Warning,
      "pods that should be gone hold devices, or keep their controller from creating others"),
  QueueExhaustedCapacityFree(
      Severity.Warning,
      "a ClusterQueue has no quota left for a Workload whose pods the nodes would take"),
  QueueInactive(
      Severity.Warning, "a queue admits nothing although Workloads or PodGroups wait there"),
  LimitRangeInjects(Severity.Warning, "a limit range's default is charged that no pod requests"),
  DeadQuotaKey(Severity.Warning, "the quota has a key that nothing is ever charged to"),
  QuotaBelowUsage(Severity.Warning, "more is used than the quota allows"),
  NoQuota(Severity.Warning, "a namespace uses a scarce resource without a quota on it"),
  QuotasOvercommitted(Severity.Warning, "the quotas together promise more than there is"),
  CapacityWithheld(Severity.Warning, "free capacity is on nodes that no pod can use"),
  CapacityStranded(
      Severity.Warning,
      "devices are free on a node that has too little CPU, memory or pod slots left beside them"),
  IdleAllocated(
      Severity.Warning, "pods hold devices and have not used them, by their measured usage"),
  NotStarted(
      Severity.Warning, "pods hold devices, and kubelet can't start the containers of the pods"),
  DevicesUnavailable(
      Severity.Warning, "a node has devices that no pod can get: unhealthy, or not listed"),
  AllocatableShrunk(Severity.Warning, "less is allocatable on a node than is placed there"),
  NodeOvercommitted(Severity.Warning, "more is placed on a node than it has"),
  RetryPending(
      Severity.Info, "nothing stops the pods any more, but their controller has yet to try again"),
  QuotaUnreachable(Severity.Info, "the quota allows more than the nodes have"),
  CapacityUnassigned(Severity.Info, "the quotas together promise less than there is"),
  TighterQuotaBinds(Severity.Info, "of several quotas on one resource the smallest decides"),
  StaleUsage(Severity.Info, "the usage in the quota's status is not what the objects add up to"),
  SchedulingGated(Severity.Info, "pods wait for a scheduling gate to be removed");

  private final Severity severity;
  private final String meaning;

  GapKind(Severity severity, String meaning) {
    this.severity = severity;
    this.meaning = meaning;
  }

  /** Returns how bad gaps of the kind are. */
  public Severity severity() {
    return severity;
  }

  /** Returns the meaning of the kind, as half a sentence. */
  public String meaning() {
    return meaning;
  }
}
