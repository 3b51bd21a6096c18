package dev.plimsoll.stage.ask;

import dev.plimsoll.stage.cluster.Cluster;
import dev.plimsoll.stage.install.Way;
import dev.plimsoll.testkit.plane.AdminApi;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The questions to a way, by the components that it installs. */
public final class Questions {
  /** The tenant that appears in metrics and that a thief of a token would harm. */
  private static final String TENANT = "tenant";

  private static final List<String> NAMESPACES =
      List.of(
          TENANT,
          Guards.NAMESPACE,
          Gates.NAMESPACE,
          Holds.NAMESPACE,
          Preempts.NAMESPACE,
          Posts.NAMESPACE);
  private static final List<String> POLICIES = List.of(Gates.POLICY, Holds.POLICY, "gpus");

  private Questions() {}

  /** Creates the objects that questions need, so that components installed by then see them. */
  public static void prepare(Way way, Cluster cluster, Path manifests)
      throws IOException, InterruptedException {
    Tenants tenants = new Tenants(cluster.api());
    if (way.has("advisor") || way.has("admissionPolicies", "advisor")) {
      // The folders, the files and the chart leave it to kubectl, as the README says.
      String folder = manifests.resolve("capacity-policies").toString();
      String unused = cluster.kubectl().require("apply", "-k", folder);
    }
    tenants.namespace(TENANT, "{}");
    tenants.quota(TENANT, 1);
    AdminApi.Answer unusedAnswer = tenants.pod(TENANT, "victim", 1, "");
    if (way.has("admission")) {
      Guards.prepare(tenants);
      Gates.prepare(tenants);
    }
    if (way.has("scheduler")) {
      Holds.prepare(tenants);
    }
    if (way.has("advisor")) {
      Posts.prepare(tenants);
    }
  }

  /** Deletes what {@link #prepare} has made. */
  public static void clear(AdminApi api) throws Exception {
    new Tenants(api).delete(NAMESPACES, POLICIES);
  }

  /** Returns whether a path of the API is something that {@link #prepare} has made. */
  static boolean isOwn(String path) {
    return NAMESPACES.stream()
            .anyMatch(
                it ->
                    path.endsWith("/namespaces/" + it) || path.contains("/namespaces/" + it + "/"))
        || POLICIES.stream().anyMatch(it -> path.endsWith("/capacitypolicies/" + it));
  }

  /** Returns the question whether all replicas are ready. */
  public static Question ready() {
    return new Ready();
  }

  /** Returns the questions in the order in which they are asked. */
  public static List<Question> of(Way way) {
    List<Question> all = new ArrayList<>();
    if (way.runsAlways()) {
      all.add(new Ready());
    }
    if (way.runsJobs()) {
      all.add(new Runs());
    }
    if (electsLeader(way)) {
      all.add(new Leads());
    }
    if (way.has("advisor") && !way.value("advisor", "mode").equals("report")) {
      all.add(new Posts(way.value("advisor", "mode").equals("apply")));
    }
    if (way.has("scheduler")) {
      all.add(new Holds());
      all.add(new Preempts());
    }
    if (way.has("admission")) {
      all.add(new Gates());
      all.add(new Guards());
    }
    if (way.has("console")) {
      all.add(new Shows("plimsoll-console"));
    }
    if (way.value("scheduler", "mode").equals("control-plane")) {
      all.add(new Shows("plimsoll-extender"));
    }
    if (way.name().startsWith("policies/") || way.has("admissionPolicies", "extender")) {
      all.add(new TypeChecked());
    }
    if (way.runsAlways()) {
      all.add(new Scraped());
      all.add(new Hides());
      all.add(new Upgrades());
    }
    if (way.runs()) {
      all.add(new QuietLogs());
    }
    all.add(new Removes());
    return all;
  }

  private static boolean electsLeader(Way way) {
    return way.has("admission")
        || way.value("scheduler", "mode").equals("second")
        || way.standsBy()
        || (way.has("advisor") && !way.runsJobs());
  }
}
