package dev.plimsoll.admission.uninstall;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.admission.gate.GateSweep;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.JsonTreeReader;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.StatusException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Removes the role admission from a cluster, in an order that leaves nothing. The webhook that
 * gates pods goes first, then the gates, the role and its rights, and last the objects that the
 * role has created. Missing objects are skipped, so an interrupted run can be repeated.
 */
public final class AdmissionUninstaller {
  private static final String NAMESPACE = "plimsoll";
  private static final String LEDGERS = "/apis/plimsoll.dev/v1alpha1/quotaledgers";
  private static final Map<String, String> PODS =
      Map.of(
          "labelSelector", "app.kubernetes.io/name=plimsoll,app.kubernetes.io/component=admission");

  /** With the hash that Kustomize appends; the name without config is that of older manifests. */
  private static final Pattern CONFIG_MAP =
      Pattern.compile("plimsoll-admission(-config)?(-[a-z0-9]{10})?");

  private static final Duration PAUSE = Duration.ofMillis(500);

  private final Connection connection;
  private final Waits waits;
  private final boolean isDryRun;
  private final Consumer<UninstallStep> steps;

  /**
   * How long an uninstall waits.
   *
   * @param podsEnd how long pods of the role may take to end
   * @param webhookForgotten how long API servers may ask a webhook whose configuration is deleted
   */
  public record Waits(Duration podsEnd, Duration webhookForgotten) {

    /** A minute, and two seconds. */
    public static final Waits DEFAULT = new Waits(Duration.ofMinutes(1), Duration.ofSeconds(2));
  }

  /**
   * Prepares an uninstall.
   *
   * @param waits how long it waits for what
   * @param isDryRun whether the API server is to say only whether it would do it
   * @param steps takes each step once it is done
   */
  public AdmissionUninstaller(
      Connection connection, Waits waits, boolean isDryRun, Consumer<UninstallStep> steps) {
    this.connection = connection;
    this.waits = waits;
    this.isDryRun = isDryRun;
    this.steps = steps;
  }

  /**
   * Removes it.
   *
   * @param given the namespace of the role; if empty, the webhook's configuration says it
   * @throws UninstallException if the API server denies a step
   * @throws InputException if the webhook's service is in another namespace than the given one
   * @throws dev.plimsoll.kube.live.UnreachableException if the API server doesn't answer
   */
  public void run(Optional<String> given) throws UninstallException {
    String namespace = namespace(given);
    boolean wasGating = delete(InstalledObject.GATES, namespace);
    removeGates();
    deleteAll(InstalledObject.WORKLOAD, namespace);
    for (String name : configMaps(namespace)) {
      boolean unused =
          delete(new InstalledObject("ConfigMap", "/api/v1/configmaps", true, name), namespace);
    }
    awaitPods(namespace);
    deleteAll(InstalledObject.RIGHTS, namespace);
    for (String name : names(LEDGERS, Map.of())) {
      boolean unused = delete(new InstalledObject("QuotaLedger", LEDGERS, false, name), namespace);
    }
    deleteAll(InstalledObject.MADE, namespace);
    if (wasGating && !isDryRun) {
      LockSupport.parkNanos(waits.webhookForgotten().toNanos());
      removeGates();
    }
  }

  private String namespace(Optional<String> given) throws UninstallException {
    for (InstalledObject configuration : List.of(InstalledObject.GATES, InstalledObject.WEBHOOK)) {
      Optional<String> found =
          attempt(
                  "get " + configuration.label(""),
                  () ->
                      connection.get(
                          configuration.path(""),
                          Map.of(),
                          Connection.JSON,
                          JsonPruning.NONE,
                          JsonTreeReader::object))
              .flatMap(AdmissionUninstaller::serviceNamespace);
      if (found.isPresent() && given.isPresent() && !found.equals(given)) {
        throw new InputException(
            "%s asks a service in namespace %s, not %s; say -n %s"
                .formatted(configuration.label(""), found.get(), given.get(), found.get()));
      }
      if (found.isPresent()) {
        return found.get();
      }
    }
    return given.orElse(NAMESPACE);
  }

  private static Optional<String> serviceNamespace(JsonTree configuration) {
    return configuration.objects("webhooks").stream()
        .map(w -> w.object("clientConfig").object("service").text("namespace"))
        .filter(n -> !n.isEmpty())
        .findFirst();
  }

  private void removeGates() throws UninstallException {
    int pods =
        attempt("remove the gates of pods", () -> new GateSweep(connection, isDryRun).run())
            .orElse(0);
    if (pods > 0) {
      steps.accept(
          new UninstallStep(
              pods == 1 ? "1 pod" : pods + " pods",
              isDryRun ? "gate would be removed" : "gate removed"));
    }
  }

  private void deleteAll(List<InstalledObject> objects, String namespace)
      throws UninstallException {
    for (InstalledObject object : objects) {
      boolean unused = delete(object, namespace);
    }
  }

  /** Returns whether it was there. */
  private boolean delete(InstalledObject object, String namespace) throws UninstallException {
    JsonObject options = new JsonObject();
    options.addProperty("apiVersion", "v1");
    options.addProperty("kind", "DeleteOptions");
    options.addProperty("propagationPolicy", "Background");
    if (isDryRun) {
      JsonArray all = new JsonArray();
      all.add("All");
      options.add("dryRun", all);
    }
    String label = object.label(namespace);
    Optional<JsonObject> deleted =
        attempt(
            "delete " + label,
            () ->
                connection.write(
                    "DELETE", object.path(namespace), Map.of(), Connection.JSON, options));
    if (deleted.isPresent()) {
      steps.accept(new UninstallStep(label, isDryRun ? "would be deleted" : "deleted"));
    }
    return deleted.isPresent();
  }

  private List<String> configMaps(String namespace) throws UninstallException {
    return names("/api/v1/namespaces/" + namespace + "/configmaps", Map.of()).stream()
        .filter(name -> CONFIG_MAP.matcher(name).matches())
        .toList();
  }

  /**
   * Waits until the role's pods have ended: then none creates a ledger again or takes the Lease.
   */
  private void awaitPods(String namespace) throws UninstallException {
    String path = "/api/v1/namespaces/" + namespace + "/pods";
    long end = System.nanoTime() + waits.podsEnd().toNanos();
    List<String> pods = names(path, PODS);
    while (!pods.isEmpty() && !isDryRun) {
      if (System.nanoTime() - end >= 0) {
        steps.accept(
            new UninstallStep(
                "Pod " + String.join(", ", pods),
                "not ended after " + waits.podsEnd().toSeconds() + " s"));
        return;
      }
      LockSupport.parkNanos(PAUSE.toNanos());
      pods = names(path, PODS);
    }
  }

  private List<String> names(String path, Map<String, String> query) throws UninstallException {
    return attempt(
            "list " + path.substring(path.lastIndexOf('/') + 1),
            () ->
                connection.get(
                    path, query, Connection.METADATA, JsonPruning.NONE, JsonTreeReader::object))
        .stream()
        .flatMap(list -> list.objects("items").stream())
        .map(item -> item.object("metadata").text("name"))
        .toList();
  }

  private interface Request<T> {
    T send() throws StatusException;
  }

  /** Returns the answer, or nothing where there is no such object or kind. */
  private static <T> Optional<T> attempt(String what, Request<T> request)
      throws UninstallException {
    try {
      return Optional.of(request.send());
    } catch (StatusException e) {
      if (e.code() == StatusException.NOT_FOUND) {
        return Optional.empty();
      }
      String problem =
          e.code() == StatusException.FORBIDDEN
              ? "no right to " + what
              : "cannot " + what + " (" + e.code() + ")";
      throw new UninstallException(problem + ": " + e.getMessage(), e);
    }
  }
}
