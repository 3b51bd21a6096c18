package dev.plimsoll.kube.conform;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.LiveCluster;
import dev.plimsoll.kube.live.NamespaceScope;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** A namespace that this process has created, and that it deletes with all objects in it. */
public final class ConformNamespace {
  /** The label of the namespaces, for {@code kubectl delete namespace -l}. */
  public static final String LABEL = "plimsoll.dev/conform";

  private static final String NAMESPACES = "/api/v1/namespaces";
  private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";
  private static final int RANDOM_LETTERS = 10;
  private static final long PAUSE_MILLIS = 200;
  private static final Duration LONGEST_SETTLING = Duration.ofSeconds(10);
  private static final Duration CALM = Duration.ofSeconds(1);
  private static final String READING = "reading";

  /** The resources that quotas of sequences count and that are read only where a quota counts. */
  private static final List<String> COUNTED =
      List.of(
          "configmaps",
          "secrets",
          "replicationcontrollers",
          "deployments.apps",
          "statefulsets.apps",
          "jobs.batch",
          "resourceclaims.resource.k8s.io");

  private final ApiRequests api;
  private final String name;
  private volatile boolean mayExist;

  private ConformNamespace(ApiRequests api, String name) {
    this.api = api;
    this.name = name;
  }

  /** Returns a namespace with a random name, which is not created yet. */
  public static ConformNamespace drawn(ApiRequests api) {
    SecureRandom random = new SecureRandom();
    StringBuilder drawn = new StringBuilder("plimsoll-conform-");
    for (int i = 0; i < RANDOM_LETTERS; i++) {
      drawn.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return new ConformNamespace(api, drawn.toString());
  }

  /** Returns the name. */
  public String name() {
    return name;
  }

  /**
   * Creates the namespace.
   *
   * @throws InputException if the API server denies the namespace, or another has the name
   * @throws IOException if the API server doesn't answer; the namespace may be there then
   */
  public void create() throws IOException {
    JsonObject namespace = Json.manifest("v1", "Namespace", name);
    Json.child(namespace, "metadata")
        .add("labels", Json.object(LABEL, "", "pod-security.kubernetes.io/enforce", "privileged"));
    mayExist = true;
    ApiRequests.Answer answer =
        api.exchange("POST", NAMESPACES, ApiRequests.JSON, namespace.toString());
    if (answer.code() >= 300) {
      mayExist = false;
      throw new InputException(
          "cannot create namespace "
              + name
              + " ("
              + answer.code()
              + "): "
              + Json.text(answer.body(), "message"));
    }
  }

  /**
   * Reads the namespace and the cluster's classes, webhooks and policies. First waits until the
   * cluster's controllers have put their objects into the namespace.
   */
  public Cluster read(ClusterAccess access) throws IOException, InterruptedException {
    awaitCalm();
    JsonObject hard = new JsonObject();
    COUNTED.forEach(resource -> hard.addProperty("count/" + resource, "1000"));
    JsonObject quota = Json.manifest("v1", "ResourceQuota", name, READING);
    quota.add("spec", Json.object("hard", hard));
    ApiRequests.Answer created =
        api.exchange("POST", ManifestPaths.list(quota), ApiRequests.JSON, quota.toString());
    if (created.code() >= 300) {
      throw new InputException(
          "cannot create a ResourceQuota in namespace "
              + name
              + " ("
              + created.code()
              + "): "
              + Json.text(created.body(), "message"));
    }
    Cluster cluster =
        LiveCluster.read(access, NamespaceScope.only(name), Set.of(), n -> {}, p -> {});
    ApiRequests.Answer deleted =
        api.exchange("DELETE", ManifestPaths.object(quota), ApiRequests.JSON, "");
    QuotaStatuses quotas = new QuotaStatuses(api, name);
    JsonObject unused = quotas.settled();
    return deleted.code() >= 300
        ? cluster
        : cluster.find(ResourceQuota.class, name, READING).map(cluster::without).orElse(cluster);
  }

  private void awaitCalm() throws IOException, InterruptedException {
    long end = System.nanoTime() + LONGEST_SETTLING.toNanos();
    long calmSince = System.nanoTime();
    String before = "";
    while (System.nanoTime() < end) {
      String now = contents();
      if (!now.equals(before)) {
        before = now;
        calmSince = System.nanoTime();
      } else if (System.nanoTime() - calmSince > CALM.toNanos() && now.contains("default")) {
        return;
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
  }

  private String contents() throws IOException {
    StringBuilder names = new StringBuilder();
    for (String kind : List.of("serviceaccounts", "configmaps", "secrets", "resourcequotas")) {
      for (JsonObject each : api.list(NAMESPACES + "/" + name + "/" + kind)) {
        names.append(kind).append('/').append(Json.name(each)).append(' ');
      }
    }
    return names.toString();
  }

  /**
   * Deletes the namespace, and waits until it has gone. Another namespace with the name stays.
   *
   * @return whether it has gone within that time
   */
  public boolean delete(Duration longest) throws IOException, InterruptedException {
    if (!mayExist) {
      return true;
    }
    long end = System.nanoTime() + longest.toNanos();
    String path = NAMESPACES + "/" + name;
    ApiRequests.Answer answer = api.exchange("DELETE", path, ApiRequests.JSON, "");
    while (answer.code() != 404) {
      if (System.nanoTime() > end) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      answer = api.exchange("GET", path, ApiRequests.JSON, "");
    }
    return true;
  }
}
