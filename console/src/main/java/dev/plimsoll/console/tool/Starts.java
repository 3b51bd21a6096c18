package dev.plimsoll.console.tool;

import dev.plimsoll.model.start.StartEstimator;
import dev.plimsoll.model.start.StartQuestion;

/**
 * Start estimates of the whole cluster. One estimator answers all callers, because preparation
 * takes longer than an answer.
 *
 * @param question the facts that the estimates rest on
 * @param estimator the prepared estimator
 */
public record Starts(StartQuestion question, StartEstimator estimator) {

  /** Prepares the estimates of a question. */
  public static Starts of(StartQuestion question) {
    return new Starts(question, StartEstimator.of(question));
  }
}
