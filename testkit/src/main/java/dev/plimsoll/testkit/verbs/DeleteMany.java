package dev.plimsoll.testkit.verbs;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.testkit.http.ApiRequest;
import dev.plimsoll.testkit.http.ApiResponse;
import dev.plimsoll.testkit.http.Target;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.rules.Presentation;

/** Deletes all objects that a selector chooses. */
record DeleteMany(Backend backend) implements Verb {
  @Override
  public ApiResponse answer(ApiRequest request, Target target) {
    Selection selection = Selection.of(request, target);
    DeleteOptions options = DeleteOptions.of(request);
    JsonArray deleted = new JsonArray();
    for (JsonObject object : backend.all(target.type())) {
      String namespace = JsonPaths.text(object, "metadata", "namespace");
      boolean here = target.namespace().isEmpty() || namespace.equals(target.namespace());
      if (here && selection.test(object)) {
        Target one =
            new Target(target.type(), namespace, JsonPaths.text(object, "metadata", "name"), "");
        JsonObject last = new Delete(backend).delete(request, one, options);
        deleted.add(Presentation.item(target.type(), last));
      }
    }
    JsonObject metadata = new JsonObject();
    metadata.addProperty("resourceVersion", Long.toString(backend.store().revision()));
    return ApiResponse.json(200, Presentation.list(target.type(), metadata, deleted));
  }
}
