package dev.plimsoll.console.tool;

import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.explain.Explanation;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.Simulation;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The answers of the command line that tools give as well. */
public interface ToolSources {

  /**
   * A pod to try.
   *
   * @param manifest the manifest with the pod or the workload, as YAML or JSON
   * @param namespace the namespace of a manifest that names none
   * @param replicas the most copies to try
   */
  record FitQuestion(String manifest, Optional<String> namespace, int replicas) {}

  /**
   * Explains an object.
   *
   * @param subject the object as {@code KIND/NAME}
   * @throws dev.plimsoll.kube.InputException if there is no such object
   */
  Explanation explain(
      Simulation simulation, PodHolds holds, String subject, Optional<String> namespace);

  /**
   * Returns how many more of a pod would run, as {@code docs/schema/fit.json} has it.
   *
   * @throws dev.plimsoll.kube.InputException if the manifest can't be read
   */
  JsonObject fit(Simulation simulation, PodHolds holds, FitQuestion question);

  /**
   * Returns a pod, or the waiting and the missing pods of a workload.
   *
   * @param object the object as {@code KIND/NAME}
   * @throws dev.plimsoll.kube.InputException if there is no such object
   */
  List<Pod> startingPods(Simulation simulation, String object, Optional<String> namespace);

  /**
   * Manifests to check.
   *
   * @param manifests the manifests as YAML or JSON
   * @param base the manifests before the change, if only the change counts
   * @param namespace the namespace of manifests that name none
   */
  record CheckQuestion(String manifests, Optional<String> base, String namespace) {}

  /**
   * Returns the effects of applying manifests, as {@code docs/schema/check.json} has it.
   *
   * @param policies the capacity policies in force
   * @throws dev.plimsoll.kube.InputException if the manifests can't be read
   */
  JsonObject check(
      Simulation simulation, Collection<CapacityPolicy> policies, CheckQuestion question);

  /**
   * Reads changes in the words of {@code plimsoll whatif}.
   *
   * @throws dev.plimsoll.kube.InputException if there are none, or they can't be tried
   */
  List<Change> changes(List<String> words, Cluster cluster);

  /**
   * Returns the advice by each policy, as {@code docs/schema/advise.json} has it.
   *
   * @throws dev.plimsoll.kube.InputException if nothing can be advised
   */
  List<JsonObject> advise(Cluster cluster, Collection<CapacityPolicy> policies);
}
