package dev.plimsoll.admission.review;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.kubernetes.fixtures.FuzzedInput;
import dev.plimsoll.kubernetes.fixtures.Mutations;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Whatever is in a review, it is answered as an AdmissionReview, or one sentence says why not. */
class FuzzedReviewsPropertyTest {
  private static final int LONGEST = 2000;
  private static final List<byte[]> RECORDED = recorded();

  private static List<byte[]> recorded() {
    try (InputStream in =
        FuzzedReviewsPropertyTest.class.getResourceAsStream("admission-reviews.json")) {
      String text =
          new String(Optional.ofNullable(in).orElseThrow().readAllBytes(), StandardCharsets.UTF_8);
      return JsonParser.parseString(text).getAsJsonArray().asList().stream()
          .map(JsonElement::toString)
          .map(json -> json.getBytes(StandardCharsets.UTF_8))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Property(tries = 1000)
  void damaged_reviews_are_answered(@ForAll long mutation) {
    Random random = new Random(mutation);
    byte[] body = Mutations.of(RECORDED.get(random.nextInt(RECORDED.size())), random);

    assertAnswered(body);
  }

  @Property(tries = 200)
  void random_bytes_are_answered(@ForAll byte[] body) {
    assertAnswered(body);
  }

  private static void assertAnswered(byte[] body) {
    FuzzedInput.denial(UnreadableException.class, () -> assertAnswer(body))
        .ifPresent(FuzzedReviewsPropertyTest::assertSentence);
  }

  private static void assertAnswer(byte[] body) {
    IncomingReview review = read(body);
    JsonObject answer = JsonParser.parseString(answer(review)).getAsJsonObject();
    JsonObject response = answer.getAsJsonObject("response");

    assertThat(answer.get("kind").getAsString()).isEqualTo("AdmissionReview");
    assertThat(answer.get("apiVersion").getAsString()).isEqualTo(review.apiVersion());
    assertThat(response.get("uid").getAsString()).isEqualTo(review.uid()).isNotEmpty();
    if (!response.get("allowed").getAsBoolean()) {
      assertSentence(response.getAsJsonObject("status").get("message").getAsString());
    }
  }

  private static String answer(IncomingReview review) {
    byte[] json;
    try {
      review.request();
      json = ReviewAnswer.allowed(review, List.of());
    } catch (InvalidReviewException e) {
      json = ReviewAnswer.badRequest(review, String.valueOf(e.getMessage()));
    }
    return new String(json, StandardCharsets.UTF_8);
  }

  private static void assertSentence(String text) {
    assertThat(text).isNotBlank().hasSizeLessThan(LONGEST).doesNotContainPattern("\\R");
  }

  private static IncomingReview read(byte[] body) {
    try {
      return IncomingReview.read(new ByteArrayInputStream(body));
    } catch (InvalidReviewException e) {
      throw new UnreadableException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class UnreadableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnreadableException(Exception cause) {
      super(cause.getMessage(), cause);
    }
  }
}
