package dev.plimsoll.advisor.live;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.live.StatusException;
import java.util.Optional;

/** Repeats writes to which another one was faster, as client-go's function of that name. */
final class RetryOnConflict {
  private static final int ATTEMPTS = 3;

  private RetryOnConflict() {}

  /** Writes an object, given as it was read last. */
  interface Write<T> {
    T write(JsonObject object) throws StatusException;
  }

  /** Reads an object again; empty if it is gone. */
  interface Read {
    Optional<JsonObject> read() throws StatusException;
  }

  /**
   * Returns the result of the write, at the latest of its third attempt.
   *
   * @param first the object to begin with
   * @param again reads it before another attempt, which isn't made if it can't be read
   * @throws StatusException if the last attempt failed
   */
  static <T> T run(JsonObject first, Read again, Write<T> write) throws StatusException {
    JsonObject object = first;
    for (int attempt = 1; ; attempt++) {
      try {
        return write.write(object);
      } catch (StatusException e) {
        Optional<JsonObject> read =
            e.code() == StatusException.CONFLICT && attempt < ATTEMPTS
                ? readable(again)
                : Optional.empty();
        if (read.isEmpty()) {
          throw e;
        }
        object = read.get();
      }
    }
  }

  private static Optional<JsonObject> readable(Read again) {
    try {
      return again.read();
    } catch (StatusException e) {
      return Optional.empty();
    }
  }
}
