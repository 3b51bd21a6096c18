package dev.plimsoll.console.mcp;

import com.google.gson.JsonObject;
import dev.plimsoll.console.tool.ToolSources;
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

/** Sources of tools that only look at the cluster. */
final class NoSources implements ToolSources {
  @Override
  public Explanation explain(
      Simulation simulation, PodHolds holds, String subject, Optional<String> namespace) {
    throw new IllegalStateException("a defect, with the secret " + subject);
  }

  @Override
  public JsonObject fit(Simulation simulation, PodHolds holds, FitQuestion question) {
    throw new UnsupportedOperationException();
  }

  @Override
  public List<Pod> startingPods(Simulation simulation, String object, Optional<String> namespace) {
    throw new UnsupportedOperationException();
  }

  @Override
  public JsonObject check(
      Simulation simulation, Collection<CapacityPolicy> policies, CheckQuestion question) {
    throw new UnsupportedOperationException();
  }

  @Override
  public List<Change> changes(List<String> words, Cluster cluster) {
    throw new UnsupportedOperationException();
  }

  @Override
  public List<JsonObject> advise(Cluster cluster, Collection<CapacityPolicy> policies) {
    throw new UnsupportedOperationException();
  }
}
