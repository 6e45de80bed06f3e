import { expect, it } from "vitest";
import { answerQuestion, expectFocus, expectHeading, expectPath, expectWrong, rowOf } from "./screen.ts";
import { beginStory } from "./story.ts";
import { expectNoComplaints, expectToast } from "./visit.ts";

const { api, open } = await beginStory({ as: { username: "content", role: "contentManager" } });

it("a category is made, then a child of it, and the list shows both with the parent's name", async () => {
  const person = await open("/categories/list");
  const { page } = person;
  await page.getByRole("main").getByRole("link", { name: "Create category" }).click();
  await expectHeading(page, "Create category");
  const name = page.getByLabel("Name");
  await page.getByRole("button", { name: "Save" }).click();
  await expectWrong(name, "Name must not be blank");
  await expectFocus(name);
  await expectToast(page, "Please correct the errors in the form");
  await name.fill("   ");
  await page.getByRole("button", { name: "Save" }).click();
  await expectWrong(name, "Name must not be blank");
  await name.fill("季節茶");
  await page.getByRole("button", { name: "Save" }).click();
  await expectToast(page, "Saved successfully");
  await expectPath(page, "/categories/list");
  await rowOf(page, "季節茶").waitFor();

  await page.getByRole("main").getByRole("link", { name: "Create category" }).click();
  // Until then the list's search field is the one whose label says "name".
  await expectHeading(page, "Create category");
  await name.fill("春茶");
  const parent = page.getByRole("combobox", { name: "Parent category" });
  await parent.click();
  await page.getByRole("listbox").getByRole("option").nth(9).waitFor();
  expect(await page.getByRole("option").count()).toBe(10);
  await page.getByRole("button", { name: "Load more" }).click();
  await page.getByRole("option").nth(10).waitFor();
  await parent.fill("季節茶");
  await page.getByRole("option", { name: "季節茶" }).click();
  expect(await parent.inputValue()).toBe("季節茶");
  await page.getByRole("button", { name: "Save" }).click();
  await expectToast(page, "Saved successfully");
  await rowOf(page, "春茶").getByRole("cell", { name: "季節茶" }).waitFor();
  expect(await api.find("categories", "春茶")).toMatchObject([{ parent: { name: "季節茶" } }]);
  expect(await api.find("categories", "季節茶")).toMatchObject([{ parent: null }]);
  expectNoComplaints(person);
});

it("a category is not offered itself as its parent; its parent shows as chosen and can be taken away", async () => {
  const tea = await api.create("categories", { name: "冬季茶", parent: null });
  const child = await api.create("categories", { name: "冬季熱茶", parent: tea._id });
  const person = await open(`/categories/edit/${child._id}`);
  const { page } = person;
  const parent = page.getByRole("combobox", { name: "Parent category" });
  await expect.poll(() => parent.inputValue()).toBe("冬季茶");
  await parent.fill("冬季");
  await expect.poll(() => page.getByRole("option").allInnerTexts()).toEqual(["冬季茶"]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear Parent category" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expectToast(page, "Saved successfully");
  expect(await api.read("categories", child._id)).toMatchObject({ parent: null });
  expectNoComplaints(person);
});

it("a category is not placed below its own child, and the refusal stands at the field", async () => {
  const top = await api.create("categories", { name: "環上", parent: null });
  const below = await api.create("categories", { name: "環下", parent: top._id });
  const person = await open(`/categories/edit/${top._id}`);
  const { page } = person;
  const parent = page.getByRole("combobox", { name: "Parent category" });
  await parent.fill("環下");
  await page.getByRole("option", { name: "環下" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expectWrong(parent, "A category cannot be its own parent, nor below itself");
  await expectToast(page, "Save failed: A category cannot be its own parent, nor below itself");
  expect(await api.read("categories", below._id)).toMatchObject({ parent: top._id });
  expect(await api.read("categories", top._id)).toMatchObject({ parent: null });
  expectNoComplaints(person, /status of 400/);
});

it("a category that others refer to stays, and the refusal says who", async () => {
  const parent = await api.create("categories", { name: "被用到", parent: null });
  await api.create("categories", { name: "用它的", parent: parent._id });
  const person = await open("/categories/list");
  const { page } = person;
  await rowOf(page, "用它的").waitFor();
  const remove = page.getByRole("button", { name: "Delete 被用到", exact: true });
  await remove.click();
  await answerQuestion(page, 'Are you sure you want to delete the category "被用到"?', "Delete");
  await expectToast(page, "Delete failed: This is still in use (1): 用它的");
  await remove.waitFor();
  expectNoComplaints(person, /status of 409/);
});

it("an ingredient costs 1 to 100, and its name is its own", async () => {
  const person = await open("/ingredients/create");
  const { page } = person;
  const name = page.getByLabel("Name");
  const price = page.getByLabel("Price");
  expect(await price.getAttribute("placeholder")).toBe("1~100");
  await page.getByRole("button", { name: "Save" }).click();
  await expectWrong(name, "Please enter ingredient name");
  await expectWrong(price, "Please enter ingredient price");
  await expectFocus(name);
  await expectToast(page, "Please complete the form as instructed");
  await name.fill("珍珠");
  for (const wrong of ["0", "101", "0.5", "-3"]) {
    await price.fill(wrong);
    await price.blur();
    await expectWrong(price, "Price must be between 1 and 100");
  }
  await price.fill("許多");
  await price.blur();
  await expectWrong(price, "Price");
  await price.fill("100");
  await page.getByRole("button", { name: "Save" }).click();
  await expectWrong(name, "'珍珠'已存在，不得重複");
  await expectFocus(name);
  await expectToast(page, "Save failed: '珍珠'已存在，不得重複");
  expect(await price.inputValue()).toBe("100");
  await name.fill("黑糖珍珠");
  await page.getByRole("button", { name: "Save" }).click();
  await expectToast(page, "Saved successfully");
  await expectPath(page, "/ingredients/list");
  await rowOf(page, "黑糖珍珠").getByRole("cell", { name: "100" }).waitFor();

  await page.getByRole("link", { name: "Edit 黑糖珍珠", exact: true }).click();
  await expectHeading(page, "Edit ingredient");
  expect(await name.inputValue()).toBe("黑糖珍珠");
  await price.fill("1");
  await page.getByRole("button", { name: "Save" }).click();
  await expectToast(page, "Saved successfully");
  await rowOf(page, "黑糖珍珠").getByRole("cell", { name: "1", exact: true }).waitFor();
  await page.getByRole("button", { name: "Delete 黑糖珍珠", exact: true }).click();
  await answerQuestion(page, 'Are you sure you want to delete the ingredient "黑糖珍珠"?', "Delete");
  await expectToast(page, "Deleted successfully");
  await rowOf(page, "黑糖珍珠").waitFor({ state: "detached" });
  expectNoComplaints(person, /status of 409/);
});

it("a sample can neither be edited nor deleted, in the words of its screen", async () => {
  const person = await open("/categories/list?search=奶茶");
  const { page } = person;
  await page.getByRole("link", { name: "View 奶茶", exact: true }).click();
  await page.getByRole("main").getByText("System sample data cannot be edited").waitFor();
  await expectHeading(page, "Edit category");
  expect(await page.getByRole("button", { name: "Save" }).count()).toBe(0);
  await page.getByRole("button", { name: "Back to the list" }).click();
  await page.getByRole("link", { name: "View 奶茶", exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "Delete 奶茶", exact: true }).count()).toBe(0);
  // Who asks the server all the same is refused in the words of the deletion.
  const [sample] = await api.find("categories", "奶茶");
  await expect(api.call("DELETE", `/categories/${sample?._id}`)).rejects.toThrow(
    "System sample data cannot be deleted",
  );
  expectNoComplaints(person);
});
