package dev.plimsoll.testkit.verbs;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.api.StatusError;
import dev.plimsoll.testkit.http.ApiRequest;
import dev.plimsoll.testkit.http.ApiResponse;
import dev.plimsoll.testkit.http.Target;
import dev.plimsoll.testkit.rules.Presentation;
import dev.plimsoll.testkit.store.ApiStore;
import dev.plimsoll.testkit.store.Page;

/** Reads many objects, whole or page by page. */
record ListVerb(Backend backend) implements Verb {
  private static final long LONGEST_WAIT_SECONDS = 3;

  @Override
  public ApiResponse answer(ApiRequest request, Target target) throws InterruptedException {
    ApiResponse whole = whole(request, target);
    return MetadataLists.isAskedFor(request) ? MetadataLists.of(whole) : whole;
  }

  private ApiResponse whole(ApiRequest request, Target target) throws InterruptedException {
    ListOptions options = ListOptions.of(request);
    Selection selection = Selection.of(request, target);
    if (!options.token().isEmpty()) {
      return next(options, selection, ContinueToken.decode(options.token()));
    }
    Versions.awaitNotOlder(
        backend.store(),
        options.version(),
        Math.min(options.timeoutSeconds(), LONGEST_WAIT_SECONDS));
    long revision = options.exact() ? options.version() : backend.store().revision();
    if (!backend.store().knows(revision)) {
      throw StatusError.expired("The resourceVersion for the provided list is too old.");
    }
    return page(selection, "", revision, options.limit());
  }

  private ApiResponse next(ListOptions options, Selection selection, ContinueToken token) {
    ApiStore apiStore = backend.store();
    if (token.revision() > 0 && !apiStore.knows(token.revision())) {
      throw StatusError.expired(
              """
              The provided continue parameter is too old to display a consistent list result. \
              You can start a new list without the continue parameter, or use the continue token in this response \
              to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent \
              list - objects that were created, modified, or deleted between the time the first chunk was returned and \
              now may show up in the list.""")
          .withContinue(new ContinueToken(-1, token.start()).encode());
    }
    long revision = token.revision() > 0 ? token.revision() : apiStore.revision();
    String last = token.start().replace("\0", "");
    return page(selection, selection.prefix() + last, revision, options.limit());
  }

  private ApiResponse page(Selection selection, String after, long revision, long limit) {
    int most = limit > 0 ? (int) Math.min(limit, Integer.MAX_VALUE) : Integer.MAX_VALUE;
    Page page =
        backend
            .store()
            .page(
                selection.target().type().stored(),
                selection.prefix(),
                after,
                revision,
                most,
                selection);
    JsonObject metadata = new JsonObject();
    metadata.addProperty("resourceVersion", Long.toString(page.revision()));
    page.last()
        .ifPresent(
            last -> {
              String below = last.substring(selection.prefix().length());
              metadata.addProperty("continue", ContinueToken.after(revision, below).encode());
              if (selection.isEverything()) {
                metadata.addProperty("remainingItemCount", page.remaining());
              }
            });
    JsonArray items = new JsonArray(page.items().size());
    page.items().forEach(i -> items.add(Presentation.item(selection.target().type(), i)));
    return ApiResponse.json(200, Presentation.list(selection.target().type(), metadata, items));
  }
}
