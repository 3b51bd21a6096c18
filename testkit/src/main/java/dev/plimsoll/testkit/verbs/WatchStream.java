package dev.plimsoll.testkit.verbs;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.api.StatusError;
import dev.plimsoll.testkit.faults.Faults;
import dev.plimsoll.testkit.faults.WatchSignals;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.rules.Presentation;
import dev.plimsoll.testkit.store.ApiStore;
import dev.plimsoll.testkit.store.StoreEvent;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** One open watch. */
final class WatchStream {
  private static final long BOOKMARK_SECONDS = 60;

  private final ApiStore apiStore;
  private final WatchSignals signals;
  private final Faults faults;
  private final Selection selection;
  private final ListOptions options;
  private OutputStream out = OutputStream.nullOutputStream();
  private final long end;
  private final long arrived;
  private long bookmarks;
  private long nextBookmark;

  WatchStream(
      ApiStore apiStore,
      WatchSignals signals,
      Faults faults,
      Selection selection,
      ListOptions options,
      long arrived) {
    this.apiStore = apiStore;
    this.signals = signals;
    this.faults = faults;
    this.selection = selection;
    this.options = options;
    this.end = System.nanoTime() + TimeUnit.SECONDS.toNanos(options.timeoutSeconds());
    this.arrived = arrived;
    this.bookmarks = signals.bookmarks();
    this.nextBookmark = System.nanoTime() + TimeUnit.SECONDS.toNanos(BOOKMARK_SECONDS);
  }

  /** Lets the client know that it is watching; what was signalled since its call still counts. */
  void open(OutputStream stream) throws IOException {
    out = stream;
    out.flush();
  }

  /** Sends every change after the revision until the time is up. */
  void follow(long revision) throws IOException, InterruptedException {
    if (faults.replays()) {
      for (StoreEvent storeEvent : apiStore.changesUpTo(revision)) {
        send(storeEvent);
      }
    }
    long seen = revision;
    while (System.nanoTime() < end) {
      long wakeUps = apiStore.wakeUps();
      if (signals.isCutSince(arrived)) {
        throw new IOException("watch cut");
      }
      if (signals.isExpiredSince(arrived)) {
        throw StatusError.expired(
            "too old resource version: %d (%d)".formatted(seen, apiStore.revision()));
      }
      if (signals.isFailedSince(arrived)) {
        throw StatusError.of(500, "InternalError", "etcd event received with PrevKv=nil");
      }
      for (StoreEvent storeEvent : apiStore.changesAfter(seen)) {
        send(storeEvent);
        seen = storeEvent.revision();
      }
      bookmarkWhereDue(seen);
      long wake = Math.min(end, nextBookmark);
      apiStore.await(seen, wakeUps, TimeUnit.NANOSECONDS.toMillis(wake - System.nanoTime()) + 1);
    }
  }

  private void bookmarkWhereDue(long revision) throws IOException {
    long asked = signals.bookmarks();
    boolean isDue = System.nanoTime() >= nextBookmark;
    if (options.bookmarks() && (asked > bookmarks || (isDue && faults.bookmarks()))) {
      line("BOOKMARK", Presentation.bookmark(selection.target().type(), revision));
    }
    if (asked > bookmarks || isDue) {
      nextBookmark = System.nanoTime() + TimeUnit.SECONDS.toNanos(BOOKMARK_SECONDS);
    }
    bookmarks = asked;
  }

  private void send(StoreEvent storeEvent) throws IOException {
    if (!selection.covers(storeEvent.key())) {
      return;
    }
    Optional<JsonObject> before = storeEvent.before().filter(selection);
    Optional<JsonObject> after = storeEvent.after().filter(selection);
    if (after.isPresent()) {
      event(before.isPresent() ? "MODIFIED" : "ADDED", after.get());
    } else if (before.isPresent()) {
      event("DELETED", ApiStore.withVersion(before.get(), storeEvent.revision()));
    }
  }

  void event(String type, JsonObject object) throws IOException {
    JsonObject shown = Presentation.shown(selection.target().type(), object);
    for (int i = 0; i < faults.copies(); i++) {
      line(type, shown);
    }
  }

  void initialEventsEnd(long revision) throws IOException {
    JsonObject bookmark = Presentation.bookmark(selection.target().type(), revision);
    JsonObject annotations = JsonPaths.objectAt(bookmark, "metadata", "annotations");
    annotations.addProperty("k8s.io/initial-events-end", "true");
    line("BOOKMARK", bookmark);
  }

  void error(StatusError error) throws IOException {
    line("ERROR", error.toJson());
  }

  private void line(String type, JsonObject object) throws IOException {
    JsonObject event = new JsonObject();
    event.addProperty("type", type);
    event.add("object", type.equals("ERROR") ? object : faults.outgoing(object));
    out.write((JsonPaths.text(event) + "\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
