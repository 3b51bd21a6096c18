package dev.plimsoll.testkit.verbs;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.api.StatusError;
import dev.plimsoll.testkit.faults.Faults;
import dev.plimsoll.testkit.faults.WatchSignals;
import dev.plimsoll.testkit.http.ApiRequest;
import dev.plimsoll.testkit.http.ApiResponse;
import dev.plimsoll.testkit.http.Target;
import dev.plimsoll.testkit.store.ApiStore;
import dev.plimsoll.testkit.store.Page;
import java.io.IOException;

/** Streams changes, after the present state where that is asked for. */
record Watch(Backend backend, WatchSignals signals, Faults faults) implements Verb {
  @Override
  public ApiResponse answer(ApiRequest request, Target target) {
    ListOptions options = ListOptions.of(request);
    Selection selection = Selection.of(request, target);
    WatchStream stream =
        new WatchStream(backend.store(), signals, faults, selection, options, request.arrived());
    return new ApiResponse.Stream(
        out -> {
          stream.open(out);
          try {
            Versions.awaitNotOlder(backend.store(), options.version(), options.timeoutSeconds());
            stream.follow(start(options, selection, stream));
          } catch (StatusError e) {
            stream.error(e);
          }
        });
  }

  private long start(ListOptions options, Selection selection, WatchStream stream)
      throws IOException {
    boolean fromNow = options.version() == 0 || options.initialEvents();
    if (!fromNow) {
      return options.version();
    }
    ApiStore apiStore = backend.store();
    Page all =
        apiStore.page(
            selection.target().type().stored(),
            selection.prefix(),
            "",
            apiStore.revision(),
            Integer.MAX_VALUE,
            selection);
    for (JsonObject item : all.items()) {
      stream.event("ADDED", item);
    }
    if (options.initialEvents() && options.bookmarks()) {
      stream.initialEventsEnd(all.revision());
    }
    return all.revision();
  }
}
