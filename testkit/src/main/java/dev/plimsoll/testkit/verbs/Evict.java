package dev.plimsoll.testkit.verbs;

import dev.plimsoll.testkit.http.ApiRequest;
import dev.plimsoll.testkit.http.ApiResponse;
import dev.plimsoll.testkit.http.Target;

/** Deletes a pod as an eviction ({@code pods/eviction}); disruption budgets are not asked. */
record Evict(Backend backend) implements Verb {
  @Override
  public ApiResponse answer(ApiRequest request, Target target) {
    Target pod = new Target(target.type(), target.namespace(), target.name(), "");
    new Delete(backend).delete(request, pod, DeleteOptions.ofEviction(request));
    return ApiResponse.json(201, Bind.success());
  }
}
