package dev.plimsoll.testkit;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.access.Access;
import dev.plimsoll.testkit.admission.WebhookClient;
import dev.plimsoll.testkit.admission.Webhooks;
import dev.plimsoll.testkit.api.ApiGroupResource;
import dev.plimsoll.testkit.api.ResourceTypes;
import dev.plimsoll.testkit.faults.Faults;
import dev.plimsoll.testkit.faults.WatchSignals;
import dev.plimsoll.testkit.rules.CrdRules;
import dev.plimsoll.testkit.rules.Rules;
import dev.plimsoll.testkit.store.ApiStore;
import dev.plimsoll.testkit.store.StoreEvent;
import dev.plimsoll.testkit.verbs.Backend;
import dev.plimsoll.testkit.verbs.Router;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;

/**
 * An API server of Kubernetes 1.36 on a free port of the loopback interface, over plain HTTP. Other
 * than a real one it does not: read YAML or protobuf, print tables, serve OpenAPI, check more of
 * built-in objects than their top-level fields and a pod's containers, run LimitRanger,
 * ResourceQuota or any controller (a namespace is emptied, a definition established), collect
 * garbage, evaluate CEL, tell the items of lists apart in field ownership, or follow every
 * directive of a strategic merge patch.
 *
 * <pre>{@code
 * try (KubeApiServer server = KubeApiServer.start()) {
 *   server.objects().put("{'apiVersion': 'v1', 'kind': 'Node', 'metadata': {'name': 'n1'}}");
 *   …client at server.url()…
 *   server.faults().cutWatches();
 * }
 * }</pre>
 */
public final class KubeApiServer implements AutoCloseable {
  private final StoredObjects storedObjects;
  private final Faults faults;
  private final WatchSignals watches;
  private final Access access = new Access();
  private final WebhookClient webhooks = new WebhookClient();
  private final HttpListener httpListener;

  private KubeApiServer(Clock clock) {
    ApiStore apiStore = new ApiStore();
    ResourceTypes types = new ResourceTypes();
    apiStore.onChange(storeEvent -> serveCustom(types, storeEvent));
    Backend backend =
        new Backend(
            apiStore,
            types,
            new Rules(() -> priorityClasses(apiStore)),
            new Webhooks(apiStore, access, webhooks),
            clock);
    this.watches = new WatchSignals(apiStore::wakeUp);
    this.faults = new Faults(watches, apiStore::compact);
    this.storedObjects = new StoredObjects(backend);
    for (String name : List.of("default", "kube-node-lease", "kube-public", "kube-system")) {
      storedObjects.put(
          """
          {"apiVersion": "v1", "kind": "Namespace",
           "metadata": {"name": "%1$s", "labels": {"kubernetes.io/metadata.name": "%1$s"}},
           "spec": {"finalizers": ["kubernetes"]}, "status": {"phase": "Active"}}"""
              .formatted(name));
    }
    this.httpListener = HttpListener.open(new Router(backend, access, watches, faults), faults);
  }

  private static void serveCustom(ResourceTypes types, StoreEvent storeEvent) {
    if (storeEvent.key().resource().resource().equals("customresourcedefinitions")) {
      storeEvent.before().ifPresent(crd -> types.replace(CrdRules.defined(crd), List.of()));
      storeEvent
          .after()
          .ifPresent(crd -> types.replace(CrdRules.defined(crd), CrdRules.served(crd)));
    }
  }

  private static List<JsonObject> priorityClasses(ApiStore apiStore) {
    ApiGroupResource classes = new ApiGroupResource("scheduling.k8s.io", "priorityclasses");
    return apiStore
        .page(classes, "", "", apiStore.revision(), Integer.MAX_VALUE, object -> true)
        .items();
  }

  /** Starts a server that holds the four namespaces every cluster has. */
  public static KubeApiServer start() {
    return start(Clock.systemUTC());
  }

  /** Starts a server whose creation and deletion times come from this clock. */
  public static KubeApiServer start(Clock clock) {
    return new KubeApiServer(clock);
  }

  /** Returns the URL for clients: {@code http://127.0.0.1:port}. */
  public String url() {
    return httpListener.url();
  }

  /**
   * Writes a kubeconfig for the bearer of a token into a folder.
   *
   * @param token also the file's name
   * @param namespace the context's
   */
  public Path kubeconfig(Path folder, String token, String namespace) {
    try {
      return Files.writeString(
          folder.resolve(token + ".kubeconfig"),
          """
          apiVersion: v1
          kind: Config
          current-context: here
          contexts: [{name: here, context: {cluster: c, user: u, namespace: "%s"}}]
          clusters: [{name: c, cluster: {server: "%s"}}]
          users: [{name: u, user: {token: "%s"}}]
          """
              .formatted(namespace, url(), token));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the switches for faults. */
  public Faults faults() {
    return faults;
  }

  /** Returns the objects on the server. */
  public StoredObjects objects() {
    return storedObjects;
  }

  /** Returns the callers and their rights. */
  public Access access() {
    return access;
  }

  /** Where webhooks are; which ones are asked, the stored webhook configurations say. */
  public WebhookClient webhooks() {
    return webhooks;
  }

  /** Every call so far, oldest first: {@code "GET /api/v1/pods?limit=2"}. */
  public List<String> calls() {
    return httpListener.calls();
  }

  /** Sends a bookmark to every open watch that allows them, as else happens once a minute. */
  public void sendBookmarks() {
    watches.bookmark();
  }

  /** Breaks every connection off and comes back on the same port, with the same objects. */
  public void restart() {
    stop();
    comeBack();
  }

  /** Breaks every connection off; until {@link #comeBack} nobody is listening. */
  public void stop() {
    watches.cut();
    httpListener.stop();
  }

  /** Listens on the same port again after {@link #stop}. */
  public void comeBack() {
    httpListener.listen();
  }

  @Override
  public void close() {
    watches.cut();
    httpListener.close();
  }
}
