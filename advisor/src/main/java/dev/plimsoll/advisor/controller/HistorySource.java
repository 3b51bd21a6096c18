package dev.plimsoll.advisor.controller;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.UsageHistory;
import java.util.function.Consumer;

/** The source of the tenants' past usage. */
public interface HistorySource {

  /**
   * Returns the tenants' past usage.
   *
   * @param notes told where it is from
   * @throws dev.plimsoll.kube.live.UnreachableException if it can't be asked for
   */
  UsageHistory read(Cluster cluster, CapacityPolicy policy, Consumer<String> notes);
}
