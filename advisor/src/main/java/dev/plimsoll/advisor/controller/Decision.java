package dev.plimsoll.advisor.controller;

import com.google.gson.JsonObject;
import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.model.tenancy.QuotaRequests;

/**
 * What a run has decided.
 *
 * @param advice what is recommended
 * @param requests what was decided about QuotaRequests
 * @param before the state that it rests on
 * @param after the state that the next decision rests on
 */
public record Decision(
    Advice advice, QuotaRequests requests, StoredState before, JsonObject after) {

  /** Copies the state. */
  public Decision {
    after = after.deepCopy();
  }

  @Override
  public JsonObject after() {
    return after.deepCopy();
  }

  /** Returns the same about other advice, such as that for one namespace. */
  public Decision withAdvice(Advice other) {
    return new Decision(other, requests, before, after);
  }
}
