package dev.plimsoll.kube.watch;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.ListPager;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.model.object.ApiObject;
import io.kubernetes.client.informer.ListerWatcher;
import io.kubernetes.client.util.CallGeneratorParams;
import io.kubernetes.client.util.Watchable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Lists and watches one kind for client-java's reflector: in pages, with bookmarks, and with a
 * pause before each attempt after a failed one. A watch that can't be opened is tried again from
 * the same version, since listing all anew would cost a busy server more.
 */
final class ListWatch implements ListerWatcher<WatchedObject, WatchedObject.ObjectList> {
  private static final System.Logger LOG = System.getLogger(ListWatch.class.getName());

  private final Connection connection;
  private final WatchedKind kind;
  private final String path;
  private final ObjectDecoder objectDecoder;
  private final ClusterStore state;
  private final HealthLog health;
  private final Backoff backoff;
  private boolean isMissing;

  ListWatch(
      Connection connection,
      WatchedKind kind,
      ClusterStore state,
      PolicyStore policies,
      HealthLog health,
      Backoff backoff) {
    this.connection = connection;
    this.kind = kind;
    this.path = kind.resource().path(Optional.empty());
    this.objectDecoder = new ObjectDecoder(kind.resource(), health, policies);
    this.state = state;
    this.health = health;
    this.backoff = backoff;
  }

  @Override
  public WatchedObject.ObjectList list(CallGeneratorParams ignored) {
    awaitBackoff();
    List<WatchedObject> watchedObjects = new ArrayList<>();
    ListPager.PageConsumer pageConsumer =
        new ListPager.PageConsumer() {
          @Override
          public void accept(List<JsonObject> page) {
            page.forEach(json -> watchedObjects.add(stored(objectDecoder.decode(json))));
          }

          @Override
          public void restart() {
            watchedObjects.clear();
          }
        };
    try {
      ListPager list = new ListPager(connection, JsonPruning.FOR_RULES, Connection.JSON);
      String version = list.read(path, pageConsumer);
      missing(false);
      return new WatchedObject.ObjectList(version, watchedObjects);
    } catch (StatusException e) {
      if (kind.isMissing(e)) {
        throw missing();
      }
      throw failure(answered("Listing", e));
    } catch (UnreachableException e) {
      throw failure(sentence(e));
    }
  }

  /** Takes it that there are no objects as long as the kind isn't served. */
  private IllegalStateException missing() {
    missing(true);
    backoff.failed();
    state.replace(kind.type(), List.of());
    health.notServed();
    return new IllegalStateException(path + " is not served.");
  }

  private void missing(boolean now) {
    if (now != isMissing) {
      LOG.log(
          System.Logger.Level.INFO,
          now
              ? "{0} are not served; they are looked for again from time to time"
              : "{0} are served",
          kind.resource().resource());
      isMissing = now;
    }
  }

  /** Keeps what is held already where it hasn't changed, so that a relist takes no more memory. */
  private WatchedObject stored(WatchedObject watchedObject) {
    Optional<ApiObject> held = watchedObject.object().flatMap(state::stored);
    return held.isPresent() && ResourceVersion.same(held.get(), watchedObject.object().get())
        ? WatchedObject.of(held.get())
        : watchedObject;
  }

  @Override
  public Watchable<WatchedObject> watch(CallGeneratorParams params) {
    Map<String, String> query = new TreeMap<>();
    query.put("watch", "true");
    query.put("allowWatchBookmarks", "true");
    query.put("resourceVersion", params.resourceVersion);
    query.put("timeoutSeconds", params.timeoutSeconds.toString());
    while (true) {
      awaitBackoff();
      try {
        return new StreamWatcher(
            connection.stream(path, query), params.resourceVersion, objectDecoder, listener());
      } catch (StatusException e) {
        if (e.code() == StatusException.GONE) {
          throw failure("The version to watch from is forgotten, so all is listed again.");
        }
        if (kind.isMissing(e)) {
          throw missing();
        }
        failed(answered("Watching", e));
      } catch (UnreachableException e) {
        failed(sentence(e));
      }
    }
  }

  private StreamWatcher.Listener listener() {
    return new StreamWatcher.Listener() {
      private boolean silent = true;

      @Override
      public void received() {
        silent = false;
        backoff.succeeded();
        health.received(0);
      }

      @Override
      public void ended(Optional<String> reason) {
        reason.ifPresent(ListWatch.this::failed);
        if (reason.isEmpty() && silent) {
          backoff.failed();
        }
      }
    };
  }

  private String answered(String what, StatusException e) {
    return what + " " + path + " was answered with " + e.code() + ": " + e.getMessage() + ".";
  }

  private static String sentence(UnreachableException e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }

  private void failed(String sentence) {
    backoff.failed();
    if (!backoff.isStopped()) {
      health.failed(sentence);
    }
  }

  private IllegalStateException failure(String sentence) {
    failed(sentence);
    return new IllegalStateException(sentence);
  }

  private void awaitBackoff() {
    try {
      backoff.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("The feed is closed.", e);
    }
    if (backoff.isStopped()) {
      throw new IllegalStateException("The feed is closed.");
    }
  }
}
