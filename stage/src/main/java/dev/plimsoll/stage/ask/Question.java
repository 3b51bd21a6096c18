package dev.plimsoll.stage.ask;

/** Something that is asked from outside of an installed way. */
public interface Question {
  /** Returns its name in the table, such as {@code leads}. */
  String name();

  /** Returns whether it makes sense where pods aren't ready. */
  default boolean isForWhatFails() {
    return false;
  }

  /** Asks, and waits for the answer as long as users would. */
  Answer ask(Scene scene) throws Exception;
}
