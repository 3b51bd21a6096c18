package dev.plimsoll.testkit.verbs;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.api.StatusError;
import dev.plimsoll.testkit.http.ApiRequest;
import dev.plimsoll.testkit.http.ApiResponse;
import dev.plimsoll.testkit.http.Target;
import dev.plimsoll.testkit.rules.Presentation;
import dev.plimsoll.testkit.store.ObjectKey;

/** Reads one object. */
record Get(Backend backend) implements Verb {
  @Override
  public ApiResponse answer(ApiRequest request, Target target) {
    return ApiResponse.json(200, Presentation.shown(target.type(), find(target)));
  }

  JsonObject find(Target target) {
    return backend
        .store()
        .get(ObjectKey.of(target.type(), target.namespace(), target.name()))
        .orElseThrow(() -> StatusError.notFound(target.type().groupResource(), target.name()));
  }
}
