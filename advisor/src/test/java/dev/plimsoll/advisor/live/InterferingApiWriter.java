package dev.plimsoll.advisor.live;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.StatusException;
import java.util.function.Consumer;

/** A writer that somebody gets ahead of: told of each path before what is put there is stored. */
final class InterferingApiWriter extends ApiWriter {
  private final Consumer<String> meddle;

  InterferingApiWriter(Connection connection, Consumer<String> meddle) {
    super(connection);
    this.meddle = meddle;
  }

  @Override
  JsonObject apply(String path, JsonObject object, Mode mode) throws StatusException {
    if (mode == Mode.STORE) {
      meddle.accept(path);
    }
    return super.apply(path, object, mode);
  }

  @Override
  JsonObject merge(String path, JsonObject patch, Mode mode) throws StatusException {
    if (mode == Mode.STORE) {
      meddle.accept(path);
    }
    return super.merge(path, patch, mode);
  }

  @Override
  JsonObject delete(String path, JsonObject object, Mode mode) throws StatusException {
    if (mode == Mode.STORE) {
      meddle.accept(path);
    }
    return super.delete(path, object, mode);
  }
}
