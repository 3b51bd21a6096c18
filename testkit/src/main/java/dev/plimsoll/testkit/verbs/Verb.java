package dev.plimsoll.testkit.verbs;

import dev.plimsoll.testkit.http.ApiRequest;
import dev.plimsoll.testkit.http.ApiResponse;
import dev.plimsoll.testkit.http.Target;

/** One thing to do with a resource; an error is thrown as a StatusError. */
@FunctionalInterface
interface Verb {
  ApiResponse answer(ApiRequest request, Target target) throws InterruptedException;
}
