package dev.plimsoll.testkit.verbs;

import dev.plimsoll.testkit.http.Answer;
import dev.plimsoll.testkit.http.ApiRequest;
import dev.plimsoll.testkit.http.Target;

/** One thing to do with a resource; a refusal is thrown as a StatusError. */
@FunctionalInterface
interface Verb {
  Answer answer(ApiRequest request, Target target) throws InterruptedException;
}
