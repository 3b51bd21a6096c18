package dev.plimsoll.testkit.verbs;

import dev.plimsoll.testkit.api.StatusError;
import dev.plimsoll.testkit.store.ApiStore;

/** Reading resourceVersions that clients send. */
final class Versions {
  private Versions() {}

  static long parse(String text) {
    if (!text.matches("\\d{0,18}")) {
      throw StatusError.badRequest("Invalid value: \"%s\"".formatted(text));
    }
    return text.isEmpty() ? 0 : Long.parseLong(text);
  }

  /** Waits until the store has come to the version; 504 if it has not by then. */
  static void awaitNotOlder(ApiStore apiStore, long version, long seconds)
      throws InterruptedException {
    long end = System.nanoTime() + seconds * 1_000_000_000;
    while (apiStore.revision() < version) {
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        throw StatusError.tooLargeVersion(version, apiStore.revision());
      }
      apiStore.await(apiStore.revision(), apiStore.wakeUps(), left);
    }
  }
}
