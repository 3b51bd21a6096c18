package dev.plimsoll.advisor.controller;

import com.google.gson.JsonObject;
import dev.plimsoll.advisor.live.DeclinedChanges;
import dev.plimsoll.advisor.live.NamespaceOwners;
import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.advisor.state.StateStore;
import dev.plimsoll.advisor.state.StoredState;
import dev.plimsoll.model.tenancy.QuotaRequests;

/**
 * The decisions of a run.
 *
 * @param advice what is recommended
 * @param declined the changes that the run can't make
 * @param owners which namespaces another policy owns
 * @param requests the decisions about QuotaRequests whose status this policy writes
 * @param stateStore where the state is kept
 * @param before the state that it rests on
 * @param after the state that the next decision rests on
 */
public record DecidedAdvice(
    Advice advice,
    DeclinedChanges declined,
    NamespaceOwners owners,
    QuotaRequests requests,
    StateStore stateStore,
    StoredState before,
    JsonObject after) {

  public DecidedAdvice {
    after = after.deepCopy();
  }

  @Override
  public JsonObject after() {
    return after.deepCopy();
  }

  /**
   * Stores the state for the next decision; returns false if another run has changed it meanwhile.
   */
  public boolean keep() {
    return stateStore.write(after, before.version());
  }

  /** Returns the same about other advice, such as that for one namespace. */
  public DecidedAdvice withAdvice(Advice other) {
    return new DecidedAdvice(other, declined, owners, requests, stateStore, before, after);
  }
}
