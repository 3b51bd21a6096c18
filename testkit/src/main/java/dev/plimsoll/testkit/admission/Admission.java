package dev.plimsoll.testkit.admission;

import com.google.gson.JsonObject;

/** May change or refuse what is about to be written; a refusal is thrown as a StatusError. */
public interface Admission {
  /** Lets everything pass as it is. */
  Admission NONE =
      new Admission() {
        @Override
        public JsonObject mutate(AdmissionCall call) {
          return call.object();
        }

        @Override
        public void validate(AdmissionCall call) {}
      };

  /** The object to go on with. */
  JsonObject mutate(AdmissionCall call) throws InterruptedException;

  void validate(AdmissionCall call) throws InterruptedException;
}
