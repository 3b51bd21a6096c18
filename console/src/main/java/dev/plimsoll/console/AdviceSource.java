package dev.plimsoll.console;

import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import java.util.Collection;
import java.util.List;

/** Recommends quotas. */
@FunctionalInterface
public interface AdviceSource {

  /**
   * The quotas that one policy recommends.
   *
   * @param report as {@code docs/schema/advise.json} has it
   * @param patch documents for {@code kubectl apply --server-side}, as YAML
   */
  record PolicyAdvice(JsonObject report, String patch) {}

  /**
   * Returns the advice by each policy; if there are none, by what is usual without one.
   *
   * @throws dev.plimsoll.kube.InputException if nothing can be advised, such as without nodes
   */
  List<PolicyAdvice> advise(Cluster cluster, Collection<CapacityPolicy> policies);
}
