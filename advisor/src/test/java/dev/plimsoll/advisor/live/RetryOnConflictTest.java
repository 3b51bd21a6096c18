package dev.plimsoll.advisor.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.live.StatusException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RetryOnConflictTest {
  private final AtomicInteger writes = new AtomicInteger();

  private String fail(int times, int code, JsonObject object) throws StatusException {
    if (writes.incrementAndGet() <= times) {
      throw new StatusException(code, "failed");
    }
    return JsonFields.text(object, "version");
  }

  private static JsonObject version(String version) {
    JsonObject object = new JsonObject();
    object.addProperty("version", version);
    return object;
  }

  @Test
  void after_a_conflict_the_object_is_read_again() throws StatusException {
    String written =
        RetryOnConflict.run(version("1"), () -> Optional.of(version("2")), o -> fail(1, 409, o));

    assertThat(written).isEqualTo("2");
  }

  @Test
  void the_third_conflict_is_the_last() {
    assertThatThrownBy(
            () ->
                RetryOnConflict.run(
                    version("1"), () -> Optional.of(version("2")), o -> fail(9, 409, o)))
        .isInstanceOf(StatusException.class);
    assertThat(writes).hasValue(3);
  }

  @Test
  void other_errors_and_objects_that_are_gone_end_it_at_once() {
    assertThatThrownBy(
            () ->
                RetryOnConflict.run(
                    version("1"), () -> Optional.of(version("2")), o -> fail(1, 403, o)))
        .isInstanceOf(StatusException.class);
    assertThatThrownBy(
            () -> RetryOnConflict.run(version("1"), Optional::empty, o -> fail(9, 409, o)))
        .isInstanceOf(StatusException.class);
    assertThat(writes).hasValue(2);
  }
}
